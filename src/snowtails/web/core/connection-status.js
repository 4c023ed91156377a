/** Whether the page hears the server; silent while all is well. */

import { make } from "./dom.js";
import { say } from "./words.js";

/** @import {Connection, Part} from "./types" */

/** Milliseconds that connecting may take before it is worth a word. */
const SOON = 1000;

/** @returns {Part<Connection>} */
export function makeConnectionStatus() {
  const element = make("p", { class: "connection", role: "status", hidden: true });
  let timer = 0;
  return {
    element,
    show(state) {
      clearTimeout(timer);
      const tell = () => {
        element.hidden = state === "open";
        element.textContent = say(`connection.${state}`);
      };
      if (state === "connecting") timer = setTimeout(tell, SOON);
      else tell();
    },
  };
}
