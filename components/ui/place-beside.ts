const gap = 6;
const edge = 8;

/** Puts an open popover below (or, without room, above) what it belongs to, inside the window. */
export function placeBeside(popover: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const hasRoomBelow = at.bottom + gap + height <= window.innerHeight - edge;
  const top = hasRoomBelow ? at.bottom + gap : at.top - gap - height;
  const left = Math.min(at.left, window.innerWidth - width - edge);
  popover.style.top = `${Math.max(edge, top)}px`;
  popover.style.left = `${Math.max(edge, left)}px`;
}
