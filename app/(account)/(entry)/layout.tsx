import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { getSiteMessages } from "@/app/site-messages";
import { EntryLink } from "@/components/account/entry-link";
import { SiteSign } from "@/components/account/entry-page";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { themeCookie, toTheme } from "@/components/ui/preferences";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { toPublicSite } from "@/lib/features/site/shape";
import { getServices } from "@/lib/server/services";

/** Pages of people who are not known yet: no shell, and little script. */
export default async function EntryLayout({ children }: { children: ReactNode }) {
  const [{ account, common, errors, shell }, jar, { site }] = await Promise.all([
    getSiteMessages(),
    cookies(),
    getServices(),
  ]);
  const { name, mark, hasTerms } = toPublicSite(await site.get());
  return (
    <NextIntlClientProvider messages={{ account, common, errors, shell }}>
      <div className="flex min-h-dvh flex-col px-5">
        <main className="flex flex-1 justify-center pt-[min(14dvh,8rem)] pb-10">
          <div className="flex w-full max-w-sm flex-col gap-5">
            <SiteSign {...{ name, mark }} />
            {children}
          </div>
        </main>
        <footer className="flex flex-wrap items-center justify-center gap-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
          <ThemeSwitch initial={toTheme(jar.get(themeCookie)?.value)} />
          <LanguageSwitch isStranger />
          {hasTerms && <EntryLink href="/terms">{account.terms.name}</EntryLink>}
        </footer>
      </div>
    </NextIntlClientProvider>
  );
}
