export const duplicate = {
  "duplicate.label": "Same cards",
  "duplicate.about": "One race for everybody with the link: the same course and the same cards. You race it once; nobody sees the cards before.",
  "duplicate.company": "Against",
  "duplicate.rivals": "{count, plural, =0 {nobody: a time trial against a Husky’s ghost} one {# Husky} other {# Huskies}}",
  "duplicate.against":
    "{count, plural, =0 {A time trial: nobody is in your way.} one {Against # Husky.} other {Against # Huskies.}} A Husky’s ghost, with the same cards as yours, shows how it would have gone; from the second racer on, the ghost of the best run does, too.",
  "duplicate.make": "Lay it out",
  "duplicate.take": "Race it",
  "duplicate.goOn": "Go on",
  "duplicate.look": "See your race",
  "duplicate.share": "The link for everybody who wants to race it",
  "duplicate.results": "Results",
  "duplicate.entrants": "{count, plural, =0 {Nobody has raced it yet. Be the first.} one {# musher has raced it.} other {# mushers have raced it.}}",
  "duplicate.bot": "A bot drove some of your turns: your race does not count.",
  "duplicate.run":
    "came {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} · {turns, plural, one {# turn} other {# turns}} · {dents, plural, =0 {no dents} one {# dent} other {# dents}}",
  "duplicate.run.alone": "{turns, plural, one {# turn} other {# turns}} · {dents, plural, =0 {no dents} one {# dent} other {# dents}}",
  "duplicate.wrecked": "wrecked",
  "duplicate.ghost": "with the same cards",
  "duplicate.ghost.husky": "Husky’s ghost",
  "duplicate.ghost.of": "Ghost of {name}",
};
