/** Boxes that scroll when they hold more than they show: keys reach them then, and only then. */

/**
 * Let keys reach the box while it scrolls.
 * @template {HTMLElement} Box
 * @param {Box} box
 * @returns {Box}
 */
export function reachWhileScrolling(box) {
  const sizes = new ResizeObserver(() => {
    const more = box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;
    if (more && getComputedStyle(box).overflowY !== "visible") box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  });
  const watch = () => {
    for (const each of [box, ...box.children]) sizes.observe(each);
  };
  new MutationObserver(watch).observe(box, { childList: true });
  watch();
  return box;
}
