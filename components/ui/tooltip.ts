/** Sides on which `data-tip` can appear. `end`: below, and not beyond the right edge. */
export type TooltipSide = "top" | "bottom" | "end" | "left" | "right";

/** Classes that show `data-tip` on hover and focus, without a script. The element's own label names it. */
export function toTooltipClasses(side: TooltipSide): string {
  return `tip tip-${side}`;
}
