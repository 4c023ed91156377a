/** Dragging things onto places: with a mouse, a pen or a finger. */

/** How far a pointer moves before it drags. */
const SLACK = 8;

/** @param {Event} event */
const swallow = (event) => event.stopPropagation();

/**
 * Let an element be dragged. Places to drop it on have an attribute `data-drop`.
 * @param {HTMLElement} element
 * @param {() => Element} picture what is seen under the pointer
 * @param {(place: number) => void} drop told the number of the place
 * @param {AbortSignal} signal
 */
export function makeDraggable(element, picture, drop, signal) {
  /** @type {{ id: number, x: number, y: number } | null} */ let held = null;
  /** @type {HTMLElement | null} */ let shown = null;
  /** @type {Element | null} */ let target = null;

  /** @param {Element | null} next */
  function point(next) {
    target?.classList.remove("drop-here");
    target = next;
    target?.classList.add("drop-here");
  }

  function end() {
    held = null;
    shown?.remove();
    shown = null;
    point(null);
    document.body.classList.remove("dragging");
  }

  element.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
  element.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button === 0) held = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    { signal },
  );
  document.addEventListener(
    "pointermove",
    (event) => {
      if (!held || event.pointerId !== held.id) return;
      if (!event.buttons) return end();
      if (!shown && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      if (!shown) {
        shown = document.createElement("div");
        shown.className = "drag-picture";
        shown.append(picture());
        document.body.append(shown);
        document.body.classList.add("dragging");
      }
      shown.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
      point(document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null);
    },
    { signal },
  );
  document.addEventListener(
    "pointerup",
    (event) => {
      if (!held || event.pointerId !== held.id) return;
      const place = shown && target ? Number(target.getAttribute("data-drop")) : null;
      // Whoever has dragged something did not press it.
      if (shown) {
        document.addEventListener("click", swallow, { capture: true });
        setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
      }
      end();
      if (place !== null) drop(place);
    },
    { signal },
  );
  document.addEventListener("pointercancel", end, { signal });
  signal.addEventListener("abort", end);
}
