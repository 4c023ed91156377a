/** Dragging things onto places: with a mouse, a pen or a finger. */

/** What a pointer takes up: how it looks under it, and what happens where it is let go. @typedef {{ picture: () => Element, drop: (place: number, target: Element) => void }} Grabbed */

/** How far a pointer moves before it drags. */
const SLACK = 8;

/** @param {Event} event */
const swallow = (event) => event.stopPropagation();

/**
 * Let things be dragged. Places to drop them on have an attribute `data-drop`.
 * @param {Element} element
 * @param {(event: PointerEvent) => Grabbed | null} grab what a pointer takes up, if anything
 * @param {AbortSignal} signal
 */
export function makeDraggable(element, grab, signal) {
  /** @type {{ id: number, x: number, y: number, thing: Grabbed } | null} */ let held = null;
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
      if (!(event instanceof PointerEvent) || event.button !== 0) return;
      const thing = grab(event);
      if (thing) held = { id: event.pointerId, x: event.clientX, y: event.clientY, thing };
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
        shown.append(held.thing.picture());
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
      const { thing } = held;
      const onto = shown ? target : null;
      // Whoever has dragged something did not press it.
      if (shown) {
        document.addEventListener("click", swallow, { capture: true });
        setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
      }
      end();
      if (onto) thing.drop(Number(onto.getAttribute("data-drop")), onto);
    },
    { signal },
  );
  document.addEventListener("pointercancel", (event) => event.pointerId === held?.id && end(), { signal });
  signal.addEventListener("abort", end);
}

/**
 * The number that a tile has, from 0, once it was let go: of a row of the list it takes the number, on the drawing it goes behind.
 * @param {number} from
 * @param {number} place
 * @param {Element} target
 */
export function numberAfterDrop(from, place, target) {
  if (target.classList.contains("tile-row")) return place;
  return from < place ? place - 1 : place;
}
