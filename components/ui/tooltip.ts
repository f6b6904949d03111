const base =
  "relative after:pointer-events-none after:absolute after:z-20 after:w-max after:max-w-56 after:rounded-lg after:bg-ink after:px-2 after:py-1 after:text-xs after:leading-4 after:font-normal after:text-paper after:opacity-0 after:transition-opacity after:duration-150 after:content-[attr(data-tip)] hover:after:opacity-100 focus-visible:after:opacity-100";

const sides = {
  top: "after:bottom-full after:left-1/2 after:mb-1.5 after:-translate-x-1/2",
  bottom: "after:top-full after:left-1/2 after:mt-1.5 after:-translate-x-1/2",
  /** Below, and not beyond the right edge. */
  end: "after:top-full after:right-0 after:mt-1.5",
  left: "after:top-1/2 after:right-full after:mr-1.5 after:-translate-y-1/2",
  right: "after:top-1/2 after:left-full after:ml-1.5 after:-translate-y-1/2",
} as const;

export type TooltipSide = keyof typeof sides;

/** Classes that show `data-tip` on hover and focus, without a script. The element's own label names it. */
export function toTooltipClasses(side: TooltipSide): string {
  return `${base} ${sides[side]}`;
}
