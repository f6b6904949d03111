"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ResourceList } from "@/components/ui/resource-list";
import { showToast } from "@/components/ui/toast";
import { useReason } from "@/components/ui/use-reason";
import { endSession, listSessions } from "@/lib/features/accounts/api";
import { callRemoval, loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import type { SessionRow, SessionsReply } from "@/lib/features/accounts/shape/accounts";

const sessionList = {
  load: loadFrom(listSessions),
  key: ({ id }: SessionRow) => id,
  page: ({ sessions: items }: SessionsReply) => ({ items }),
};

/** Where the person is signed in, each to be ended by itself but the one that looks. */
export function SessionList({ sessions }: SessionsReply) {
  const t = useTranslations("account.sessions");
  const explain = useReason();
  const list = useResource({ ...sessionList, initial: { sessions } });
  const end = async (id: string): Promise<void> => {
    const restore = list.take(id);
    const answer = await callRemoval(endSession, { params: { id } });
    if (!answer.ok) restore();
    showToast(answer.ok ? { text: t("ended") } : { text: explain(answer), isFailure: true });
  };
  return (
    <ResourceList list={list}>
      <ul className="pb-4">
        {list.items.map((session) => (
          <SessionRowView key={session.id} session={session} onEnd={end} />
        ))}
      </ul>
    </ResourceList>
  );
}

type RowProps = { session: SessionRow; onEnd: (id: string) => Promise<void> };

function SessionRowView({ session, onEnd }: RowProps) {
  const t = useTranslations("account.sessions");
  const format = useFormatter();
  const toText = (day: string) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" });
  const browser = session.browser ?? t("unknown");
  const [first, last] = [toText(session.firstDay), toText(session.lastDay)];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline py-3 last:border-0">
      <p className="min-w-0 flex-[1_1_12rem]">
        <span className="font-medium">{browser}</span>
        {session.isThis && (
          <span className="ms-2 rounded-full bg-good-tint px-2 text-xs leading-5 text-good">{t("this")}</span>
        )}
        <span className="block text-xs leading-5 text-quiet">{t("days", { first, last })}</span>
      </p>
      {!session.isThis && (
        <Button aria-label={t("endOne", { browser, first })} onClick={() => void onEnd(session.id)}>
          {t("end")}
        </Button>
      )}
    </li>
  );
}
