import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import type { Messages } from "next-intl";
import { getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import { lookCookie, sidebarCookie, themeCookie, toTheme } from "@/components/ui/preferences";
import { Shell } from "@/components/shell/shell";
import { requirePageUser } from "@/lib/http/page-user";
import { maySeePage } from "@/lib/features/accounts/shape/admin-access";
import { conversationsQuerySchema } from "@/lib/protocol/conversations";
import { getServices } from "@/lib/server/services";
import { readNotice } from "./read-notice";
import { getSiteMessages } from "./site-messages";

type Props = { namespaces: (keyof Messages)[]; children: ReactNode };

/** The shell with the first page of conversations and the words of the client components in it. */
export async function ShellFrame({ namespaces, children }: Props) {
  const [user, services, jar, messages, timeZone] = await Promise.all([
    requirePageUser(),
    getServices(),
    cookies(),
    getSiteMessages(),
    getTimeZone(),
  ]);
  // A browser that the person has not used yet.
  const isNew = jar.get(lookCookie) === undefined;
  const [page, pinned, folders, look] = await Promise.all([
    services.runs.listConversations(user.id, conversationsQuerySchema.parse({})),
    services.conversations.listPinned(user.id),
    services.folders.list(user.id),
    isNew ? services.preferences.read(user.id) : null,
  ]);
  const words = Object.fromEntries(
    (["common", "shell", "errors", ...namespaces] as const).map((name) => [name, messages[name]]),
  );
  return (
    <NextIntlClientProvider messages={words}>
      <Shell
        initial={{ ...page, pinned }}
        folders={folders}
        look={look}
        clock={{ now: getTime(), timeZone }}
        theme={toTheme(jar.get(themeCookie)?.value)}
        isCollapsed={jar.get(sidebarCookie)?.value === "collapsed"}
        isAdmin={maySeePage(user.role, "overview")}
        notice={await readNotice()}
        person={{ id: user.id, name: user.name, email: user.email }}
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
