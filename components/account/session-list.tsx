"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useReason } from "@/components/ui/use-reason";
import { createAccountApi } from "@/lib/client/account-api";
import type { SessionRow } from "@/lib/protocol/accounts";

const api = createAccountApi();

/** Where the person is signed in, each to be ended by itself but the one that looks. */
export function SessionList({ sessions }: { sessions: readonly SessionRow[] }) {
  const t = useTranslations("account.sessions");
  const explain = useReason();
  const [ended, setEnded] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const end = async (id: string): Promise<void> => {
    setBusy(id);
    const answer = await api.endSession(id);
    setReason(answer.ok ? null : explain(answer));
    if (answer.ok) setEnded((before) => [...before, id]);
    setBusy(null);
  };
  return (
    <>
      <ul className="pb-4">
        {sessions
          .filter(({ id }) => !ended.includes(id))
          .map((session) => (
            <SessionRowView key={session.id} session={session} isBusy={busy === session.id} onEnd={end} />
          ))}
      </ul>
      <p role="status" className="sr-only">
        {ended.length > 0 && t("ended")}
      </p>
      {reason !== null && (
        <p role="alert" className="pb-3 text-sm leading-5 text-bad">
          {reason}
        </p>
      )}
    </>
  );
}

type RowProps = { session: SessionRow; isBusy: boolean; onEnd: (id: string) => Promise<void> };

function SessionRowView({ session, isBusy, onEnd }: RowProps) {
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
        <Button
          disabled={isBusy}
          aria-label={t("endOne", { browser, first })}
          onClick={() => void onEnd(session.id)}
        >
          {t("end")}
        </Button>
      )}
    </li>
  );
}
