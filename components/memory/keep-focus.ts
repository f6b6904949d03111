/**
 * When what had the focus is gone from the page by the next frame, it goes to the place that is found then,
 * else to what is left of the page. Whoever went on by themselves stays where they are.
 */
export function keepFocus(findPlace: () => HTMLElement | null | undefined = () => null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const place =
      findPlace() ??
      ["memory-search", "memory-add", "content"]
        .map((id) => document.getElementById(id))
        .find((element) => element !== null);
    place?.focus();
  });
}
