import type { ComponentProps, ReactNode } from "react";
import { joinClasses } from "./class-names";
import { toTooltipClasses, type TooltipSide } from "./tooltip";

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** What it does: its name for everybody who does not see the icon, and its tooltip. */
  label: string;
  icon: ReactNode;
  tip?: TooltipSide;
};

export function IconButton({ label, icon, tip = "top", type = "button", className, ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      data-tip={label}
      className={joinClasses(
        "inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-quiet transition-colors duration-150 hover:bg-sunken hover:text-ink disabled:opacity-50",
        toTooltipClasses(tip),
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  );
}
