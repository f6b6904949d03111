import { cookies, headers } from "next/headers";
import { getLocale, getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import { lookCookie, sidebarCookie, themeCookie, toTheme } from "@/components/ui/preferences";
import { WithWords } from "@/components/chat/with-words";
import { Shell } from "@/components/shell/shell";
import type { FirstList } from "@/components/shell/conversations/use-conversations";
import { requirePageUser } from "@/lib/http/page-user";
import { pathHeader } from "@/lib/http/path-header";
import { maySeePage } from "@/lib/features/accounts/shape/admin-access";
import { conversationsQuerySchema } from "@/lib/protocol/conversations";
import { getServices, type Services } from "@/lib/server/services";
import { earlyMessages } from "@/i18n/load-messages";
import { readNotice } from "./read-notice";

type Group = keyof Awaited<ReturnType<(typeof earlyMessages)["en"]>>;
type Props = { namespaces: Group[]; children: ReactNode };

/** The shell, behind it the first page of conversations, and its words beside those of every page. */
export async function ShellFrame({ namespaces, children }: Props) {
  const [user, services, jar, early, timeZone, notice] = await Promise.all([
    requirePageUser(),
    getServices(),
    cookies(),
    getLocale().then((locale) => earlyMessages[locale]()),
    getTimeZone(),
    readNotice(),
  ]);
  // A browser that the person has not used yet.
  const isNew = jar.get(lookCookie) === undefined;
  const look = isNew ? await services.preferences.read(user.id) : null;
  // The head of a conversation names it; no other page waits for the list.
  const isNamed = (await headers()).get(pathHeader)?.startsWith("/c/") === true;
  const words = Object.fromEntries((["shell", ...namespaces] as const).map((name) => [name, early[name]]));
  const listed = readList(services, user.id);
  const named = isNamed ? await listed : null;
  return (
    <WithWords words={words}>
      <Shell
        listed={named ?? listed}
        look={look}
        clock={{ now: getTime(), timeZone }}
        theme={toTheme(jar.get(themeCookie)?.value)}
        isCollapsed={jar.get(sidebarCookie)?.value === "collapsed"}
        isAdmin={maySeePage(user.role, "overview")}
        notice={notice}
        person={{ id: user.id, name: user.name, email: user.email }}
      >
        {children}
      </Shell>
    </WithWords>
  );
}

/** `null` where it cannot be read: the page is of use without it. */
async function readList(services: Services, userId: string): Promise<FirstList | null> {
  try {
    const [page, pinned, folders] = await Promise.all([
      services.runs.listConversations(userId, conversationsQuerySchema.parse({})),
      services.conversations.listPinned(userId),
      services.folders.list(userId),
    ]);
    return { ...page, pinned, folders };
  } catch (error) {
    services.log.error("list_not_read", { error });
    return null;
  }
}

/** Pages are rendered for each request, so that the time is the request's. */
function getTime(): number {
  return Date.now();
}
