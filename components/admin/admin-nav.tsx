"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import { adminPages, maySeePage, type AdminPageId } from "@/lib/features/accounts/shape/admin-access";

const pages = Object.entries(adminPages) as [AdminPageId, (typeof adminPages)[AdminPageId]][];

/** The page itself, or one below it. */
function isHere(path: string, href: string): boolean {
  return path === href || (href !== "/admin" && path.startsWith(`${href}/`));
}

/** The admin's pages that the role sees in a row, which wraps where it is narrow. */
export function AdminNav({ role }: { role: Role }) {
  const t = useTranslations("admin");
  const path = usePathname();
  return (
    <nav aria-label={t("nav")} className="border-b border-hairline">
      <ul className="mx-auto flex max-w-4xl flex-wrap px-2.5 sm:gap-x-1 sm:px-6">
        {pages
          .filter(([id]) => maySeePage(role, id))
          .map(([id, { href }]) => (
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
