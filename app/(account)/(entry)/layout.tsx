import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { themeCookie, toTheme } from "@/components/ui/preferences";
import { ThemeSwitch } from "@/components/ui/theme-switch";

/** Pages of people who are not known yet: no shell, and little script. */
export default async function EntryLayout({ children }: { children: ReactNode }) {
  const [{ account, common, errors, shell }, jar] = await Promise.all([getMessages(), cookies()]);
  return (
    <NextIntlClientProvider messages={{ account, common, errors, shell }}>
      <div className="flex min-h-dvh flex-col px-5">
        <main className="flex flex-1 justify-center pt-[min(14dvh,8rem)] pb-10">{children}</main>
        <footer className="flex justify-center gap-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
          <ThemeSwitch initial={toTheme(jar.get(themeCookie)?.value)} />
          <LanguageSwitch isStranger />
        </footer>
      </div>
    </NextIntlClientProvider>
  );
}
