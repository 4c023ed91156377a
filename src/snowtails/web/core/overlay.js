/** Something laid over a screen, which waits behind it until somebody wants to look. */

/**
 * @param {HTMLElement} screen
 * @param {HTMLElement} panel what lies over it
 * @param {HTMLElement} back the button that brings the panel back
 * @returns {(covered: boolean) => void} covers the screen, or lets somebody look at it
 */
export function layOver(screen, panel, back) {
  /** @param {boolean} covered */
  function cover(covered) {
    panel.hidden = !covered;
    back.hidden = covered;
    for (const each of screen.querySelectorAll(":scope > :not(h1)")) if (each !== panel && each !== back) each.toggleAttribute("inert", covered);
    const focus = () => (covered ? panel : back).focus({ preventScroll: true });
    // Whoever opens what is over sees its end before the screen is in the page.
    if (screen.isConnected) focus();
    else requestAnimationFrame(focus);
  }

  panel.addEventListener("keydown", (event) => event.key === "Escape" && cover(false));
  screen.append(panel, back);
  cover(true);
  return cover;
}
