import type { AuditLog } from "@/lib/data/audit";
import { paths } from "@/lib/data/paths";
import type { Store } from "@/lib/store/store";
import type { Mailer, Receiver } from "./mails";
import type { Locale } from "@/i18n/locales";

type NoticesDeps = {
  store: Store;
  audit: AuditLog;
  mailer: Mailer | null;
  url: string;
  inBackground(event: string, work: Promise<unknown>): void;
};

const pages = {
  changed: "/forgot-password",
  provider: "/account",
  place: "/account",
  waiting: "/",
};
type NoticeKind = keyof typeof pages;
/** Words in the receiver's language; `path` is a page of the site. */
type WriteNotice = (
  locale: Locale,
) => Promise<{ title: string; lines: readonly string[]; action: { label: string; path: string } }>;

/** What happened to an account: kept in the audit log, and told to its owner where there is mail. */
export function createNotices({ store, audit, mailer, url, inBackground }: NoticesDeps) {
  async function mail(userId: string, kind: NoticeKind, page = pages[kind]): Promise<void> {
    const to = await findReceiver(store, userId);
    if (to !== null) await mailer?.send(kind, to, { link: `${url}${page}` });
  }
  const tell = (userId: string, kind: NoticeKind): void => {
    if (mailer !== null) inBackground("mail_failed", mail(userId, kind));
  };

  return {
    record: audit.record,
    async passwordSet(userId: string, act: "password_changed" | "password_reset"): Promise<void> {
      tell(userId, "changed");
      await audit.record({ act, actor: userId });
    },
    async providerJoined(userId: string, provider: string): Promise<void> {
      tell(userId, "provider");
      await audit.record({ act: "provider_joined", actor: userId, detail: provider });
    },
    /** A reply in the conversation waits for the person. Throws what keeps the mail from being sent. */
    waiting: (userId: string, conversationId: string): Promise<void> =>
      mail(userId, "waiting", `/c/${conversationId}`),
    /** Throws what keeps the mail from being sent. */
    async alert(userId: string, write: WriteNotice): Promise<void> {
      const to = await findReceiver(store, userId);
      if (to === null) return;
      await mailer?.sendWritten(to, async (locale) => {
        const { action, ...words } = await write(locale);
        return { ...words, action: { label: action.label, href: `${url}${action.path}` } };
      });
    },
    /** `isNewPlace`: nobody has signed in to the account in this browser before. */
    async signedIn(
      userId: string,
      { isNewPlace, about }: { isNewPlace: boolean; about: string | null },
    ): Promise<void> {
      if (isNewPlace) tell(userId, "place");
      await audit.record({ act: "signed_in", actor: userId, about });
    },
  };
}
export type Notices = ReturnType<typeof createNotices>;

/** Where and in which language mail reaches a person. */
export async function findReceiver(store: Store, userId: string): Promise<Receiver | null> {
  const { email, locale } = (await store.find(paths.person(userId)))?.data ?? {};
  if (typeof email !== "string") return null;
  return { email, locale: typeof locale === "string" ? locale : null };
}
