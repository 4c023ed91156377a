/** Says why the page waits, on whatever screen; silent while all is well. */

import { waits, whyWaiting } from "./api.js";
import { make } from "./dom.js";
import { whyNot } from "./error-text.js";

/** A line that is always in the page. */
export function makeRequestStatus() {
  const element = make("p", { class: "request-status", role: "status" });
  waits.addEventListener("change", () => {
    const why = whyWaiting();
    const said = why ? whyNot(why) : "";
    if (element.textContent !== said) element.textContent = said;
  });
  return element;
}
