/** Says why the page waits, on whatever screen; silent while all is well. */

import { waits, whyWaiting } from "./api.js";
import { make } from "./dom.js";
import { whyNot } from "./error-text.js";
import { say } from "./words.js";

/** A line that is always in the page. */
export function makeRequestStatus() {
  const words = make("span");
  const progress = make("progress", { hidden: true });
  const element = make("p", { class: "request-status", role: "status" }, words, progress);
  const show = () => {
    const why = whyWaiting();
    const said = why ? whyNot(why) : "";
    if (words.textContent !== said) words.textContent = said;
    progress.hidden = !why?.total;
    progress.ariaLabel = say("wait.progress"); // the language may have changed since
    progress.max = why?.total ?? 1;
    progress.value = why?.done ?? 0;
    element.classList.toggle("silent", !said);
  };
  waits.addEventListener("change", show);
  show();
  return element;
}
