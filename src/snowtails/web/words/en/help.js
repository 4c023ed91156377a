export const help = {
  "help.label": "Help",
  "help.title": "How to race",
  "help.contents": "Contents",
  "help.minute": "The game in a minute",
  "help.link": "Link to rule {clause}",
  "help.why": "Why? See rule {clause}",
  "help.programs": "For programs",
  "help.api": "Programs can race as well, over plain HTTP. This line says hello and answers with a token:",
  "help.api.more": "Everything else is in docs/http-api.md, with a whole race as an example.",
};
