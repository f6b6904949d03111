"use client";

import { useContext, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { joinClasses } from "@/components/ui/class-names";
import { LinksContext } from "./links-context";

type WebLinkProps = { href: string; className?: string; children: ReactNode };

/**
 * A link that somebody else wrote. One that no source has named has no address that a browser could open,
 * however it is clicked: it asks first, with the whole address.
 */
export function WebLink({ href, className, children }: WebLinkProps) {
  const { isKnown, ask } = useContext(LinksContext);
  if (isKnown(href)) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
        {children}
      </a>
    );
  }
  if (ask === null) return <span>{children}</span>;
  const open = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    ask({ kind: "link", url: href });
  };
  return (
    <span
      role="link"
      tabIndex={0}
      title={href}
      aria-haspopup="dialog"
      className={joinClasses("asking-link", className)}
      onClick={open}
      onAuxClick={(event) => event.button === 1 && open(event)}
      onKeyDown={(event) => event.key === "Enter" && open(event)}
    >
      {children}
    </span>
  );
}
