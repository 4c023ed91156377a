export const duplicate = {
  "duplicate.label": "Gleiche Karten",
  "duplicate.about": "Ein Rennen für alle mit dem Link: gleiche Strecke, gleiche Karten. Du fährst es einmal; vorher sieht niemand die Karten.",
  "duplicate.company": "Gegen",
  "duplicate.rivals": "{count, plural, =0 {niemanden: ein Zeitfahren gegen den Geist eines Huskys} one {# Husky} other {# Huskys}}",
  "duplicate.against":
    "{count, plural, =0 {Ein Zeitfahren: Niemand steht dir im Weg.} one {Gegen # Husky.} other {Gegen # Huskys.}} Der Geist eines Huskys mit denselben Karten zeigt, wie er sie gefahren wäre; ab dem Zweiten auch der Geist der besten Fahrt.",
  "duplicate.make": "Rennen anlegen",
  "duplicate.take": "Fahren",
  "duplicate.goOn": "Weiterfahren",
  "duplicate.look": "Dein Rennen ansehen",
  "duplicate.share": "Der Link für alle, die es fahren wollen",
  "duplicate.results": "Ergebnisse",
  "duplicate.entrants":
    "{count, plural, =0 {Noch niemand ist es gefahren. Mach den Anfang.} one {# Musher ist es gefahren.} other {# Musher sind es gefahren.}}",
  "duplicate.bot": "Ein Bot ist einen Teil deiner Züge gefahren: Dein Rennen zählt nicht.",
  "duplicate.run": "im Rennen Platz {place} · {turns, plural, one {# Zug} other {# Züge}} · {dents, plural, =0 {keine Dellen} one {# Delle} other {# Dellen}}",
  "duplicate.run.alone": "{turns, plural, one {# Zug} other {# Züge}} · {dents, plural, =0 {keine Dellen} one {# Delle} other {# Dellen}}",
  "duplicate.wrecked": "Kleinholz",
  "duplicate.ghost": "mit denselben Karten",
  "duplicate.ghost.husky": "Husky-Geist",
  "duplicate.ghost.of": "Geist: {name}",
};
