/** Whether the page hears the server; silent while all is well. */

import { make } from "./dom.js";
import { say } from "./words.js";

/** @import {Connection, Part} from "./types" */

/** @returns {Part<Connection>} */
export function makeConnection() {
  const element = make("p", { class: "connection", role: "status", hidden: true });
  return {
    element,
    show(state) {
      element.hidden = state === "open";
      element.textContent = say(`connection.${state}`);
    },
  };
}
