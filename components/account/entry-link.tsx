import Link from "next/link";
import type { ReactNode } from "react";

export function EntryLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="rounded-sm text-accent underline underline-offset-3 pointer-coarse:py-3"
    >
      {children}
    </Link>
  );
}

/** In a tab of its own: what is typed stays. */
export function toTermsLink(words: ReactNode) {
  return (
    <a href="/terms" target="_blank" className="rounded-sm text-accent underline underline-offset-3">
      {words}
    </a>
  );
}
