import type { ReactNode } from "react";
import { joinClasses } from "./class-names";

/** Why something was not done, read out when it appears; without a reason nothing. */
export function Problem({ children, className }: { children: ReactNode; className?: string }) {
  if (!children) return null;
  return (
    <p role="alert" className={joinClasses("text-sm leading-5 wrap-anywhere text-bad", className)}>
      {children}
    </p>
  );
}
