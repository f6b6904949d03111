/** For a link or button that shows an icon alone: its look, its name, and what the pointer tells of it. */
export function toIconItem(label: string, tip = label) {
  return { className: "icon-button size-9 pointer-coarse:size-11", title: tip, "aria-label": label } as const;
}
