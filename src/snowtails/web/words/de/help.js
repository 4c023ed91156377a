/** @type {typeof import("../en/help.js").help} */
export const help = {
  "help.label": "Hilfe",
  "help.title": "So fährt man",
  "help.contents": "Inhalt",
  "help.minute": "Das Spiel in einer Minute",
  "help.link": "Link zu Regel {clause}",
  "help.why": "Warum? Siehe Regel {clause}",
  "help.programs": "Für Programme",
  "help.api": "Auch Programme können mitfahren, über einfaches HTTP. Diese Zeile stellt sich vor und bekommt ein Token:",
  "help.api.more": "Alles Weitere steht in docs/http-api.md, mit einem ganzen Rennen als Beispiel.",
};
