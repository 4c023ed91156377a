/** @type {typeof import("../en/home.js").home} */
export const home = {
  "home.tagline": "Zwei Huskys, fünf Karten, eine eisige Strecke.",
  "home.race": "Rennen starten",
  "home.against": "Du gegen Welpe, Jährling und Husky auf dem Nussknacker",
  "home.name": "Dein Name",
  "home.goOn": "Zurück ins Rennen",
  "home.failed": "Das Rennen ließ sich nicht eröffnen: {why}",
  "home.fan": "Eine inoffizielle Fan-Ausgabe des Spiels von Fraser und Gordon Lamont.",
};
