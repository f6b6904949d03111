import type { ComponentProps } from "react";
import { joinClasses } from "./class-names";

const tones = {
  primary: "bg-ink text-paper hover:opacity-90",
  plain: "border border-hairline bg-raised text-ink hover:bg-sunken",
  quiet: "text-quiet hover:bg-sunken hover:text-ink",
  danger: "border border-hairline bg-raised text-bad hover:bg-bad-tint",
} as const;

type ButtonProps = ComponentProps<"button"> & { tone?: keyof typeof tones };

export function Button({ tone = "plain", type = "button", className, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={joinClasses(
        "inline-flex min-h-9 pointer-coarse:min-h-11 items-center justify-center gap-2 rounded-lg px-3 text-sm font-medium transition-colors duration-150 disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-60",
        tones[tone],
        className,
      )}
      {...rest}
    />
  );
}
