export const home = {
  "home.tagline": "Two huskies, five cards, one frozen track.",
  "home.race": "Race now",
  "home.against": "You, a Pup, a Yearling and a Husky on The Nutcracker",
  "home.name": "Your name",
  "home.goOn": "Back to your race",
  "home.failed": "The race could not be opened: {why}",
  "home.fan": "An unofficial fan edition of the game by Fraser and Gordon Lamont.",
};
