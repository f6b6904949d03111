import type { ComponentProps, ReactNode } from "react";
import { joinClasses } from "./class-names";
import { toTooltipClasses, type TooltipSide } from "./tooltip";

const tones = {
  quiet: "icon-quiet",
  solid: "bg-ink text-paper enabled:hover:opacity-90 disabled:bg-sunken disabled:text-quiet",
} as const;

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** What it does: its name for everybody who does not see the icon, and its tooltip. */
  label: string;
  icon: ReactNode;
  tip?: TooltipSide;
  tone?: keyof typeof tones;
};

export function IconButton({
  label,
  icon,
  tip = "top",
  tone = "quiet",
  type = "button",
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      data-tip={label}
      className={joinClasses("icon-box", tones[tone], toTooltipClasses(tip), className)}
      {...rest}
    >
      {icon}
    </button>
  );
}
