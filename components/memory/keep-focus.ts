/** So many frames a dialog may take to close on a slow machine. */
const closingFrames = 60;

/**
 * When what had the focus is gone from the page by the next frame, or with the dialog around it, it goes to
 * the place that is found then, else to what is left of the page. Whoever went on by themselves stays where
 * they are.
 */
export function keepFocus(
  findPlace: () => HTMLElement | null | undefined = () => null,
  frames = closingFrames,
): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    if (frames > 0 && focused !== null && focused.closest("dialog") !== null)
      return keepFocus(findPlace, frames - 1);
    if (focused !== document.body) return;
    const place =
      findPlace() ??
      ["memory-search", "memory-add", "content"]
        .map((id) => document.getElementById(id))
        .find((element) => element !== null);
    place?.focus();
  });
}
