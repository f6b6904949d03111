"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";

const pages = [
  { id: "overview", href: "/admin" },
  { id: "agent", href: "/admin/agent" },
  { id: "agents", href: "/admin/agents" },
  { id: "models", href: "/admin/models" },
  { id: "tools", href: "/admin/tools" },
  { id: "mcp", href: "/admin/mcp" },
  { id: "search", href: "/admin/search" },
  { id: "people", href: "/admin/people" },
  { id: "audit", href: "/admin/audit" },
] as const;

export type AdminPageId = (typeof pages)[number]["id"];

/** The page itself, or one below it. */
function isHere(path: string, href: string): boolean {
  return path === href || (href !== "/admin" && path.startsWith(`${href}/`));
}

/** The admin's pages in a row, which wraps where it is narrow. */
export function AdminNav() {
  const t = useTranslations("admin");
  const path = usePathname();
  return (
    <nav aria-label={t("nav")} className="border-b border-hairline">
      <ul className="mx-auto flex max-w-4xl flex-wrap px-2.5 sm:gap-x-1 sm:px-6">
        {pages.map(({ id, href }) => (
          <li key={id}>
            <Link
              href={href}
              prefetch={false}
              aria-current={isHere(path, href) ? "page" : undefined}
              className="-mb-px inline-flex min-h-10 items-center border-b-2 border-transparent px-1.5 text-[13px] text-quiet sm:px-2 sm:text-sm transition-colors duration-150 hover:text-ink aria-[current=page]:border-mark aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:min-h-11"
            >
              {t(`pages.${id}.name`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
