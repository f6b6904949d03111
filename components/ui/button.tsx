import type { ComponentProps } from "react";
import { joinClasses } from "./class-names";

const tones = {
  primary: "bg-ink text-paper hover:opacity-90",
  plain: "border border-hairline bg-raised text-ink hover:bg-sunken",
  quiet: "text-quiet hover:bg-sunken hover:text-ink",
  danger: "border border-hairline bg-raised text-bad hover:bg-bad-tint",
} as const;
type Tone = { tone?: keyof typeof tones };

const shape =
  "inline-flex min-h-9 pointer-coarse:min-h-11 items-center justify-center gap-2 rounded-lg px-3 text-sm font-medium transition-colors duration-150 disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-60";

export function Button({
  tone = "plain",
  type = "button",
  className,
  ...rest
}: ComponentProps<"button"> & Tone) {
  return <button type={type} className={joinClasses(shape, tones[tone], className)} {...rest} />;
}

/** A link that looks like a button: to a file, or out of the site. */
export function LinkButton({ tone = "plain", className, children, ...rest }: ComponentProps<"a"> & Tone) {
  return (
    <a {...rest} className={joinClasses(shape, tones[tone], className)}>
      {children}
    </a>
  );
}
