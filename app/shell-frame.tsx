import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import type { Messages } from "next-intl";
import { getMessages, getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import { sidebarCookie, themeCookie, toTheme } from "@/components/shell/preferences";
import { Shell } from "@/components/shell/shell";

type Props = { namespaces: (keyof Messages)[]; children: ReactNode };

/** The shell with the first page of conversations, and the words that its client components and those inside it use. */
export async function ShellFrame({ namespaces, children }: Props) {
  const [jar, messages, timeZone] = await Promise.all([cookies(), getMessages(), getTimeZone()]);
  const words = Object.fromEntries((["common", "shell", "errors", ...namespaces] as const).map((name) => [name, messages[name]]));
  return (
    <NextIntlClientProvider messages={words}>
      <Shell
        initial={{ conversations: [], cursor: null }}
        clock={{ now: getTime(), timeZone }}
        theme={toTheme(jar.get(themeCookie)?.value)}
        isCollapsed={jar.get(sidebarCookie)?.value === "collapsed"}
        isAdmin
      >
        {children}
      </Shell>
    </NextIntlClientProvider>
  );
}

/** Pages are rendered for each request, so that the time is the request's. */
function getTime(): number {
  return Date.now();
}
