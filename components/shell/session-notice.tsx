"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { createAccountApi } from "@/lib/client/account-api";
import { subscribeToSessionEnd } from "@/lib/client/session-end";

const api = createAccountApi();

/**
 * Says that the session is over and leads to the sign-in page in a tab of its own: what is written or chosen here stays, and
 * goes on once the same person is signed in again. Somebody else gets a page of their own.
 */
export function SessionNotice({ personId }: { personId: string }) {
  const t = useTranslations("shell.session");
  const [isOver, setOver] = useState(false);
  useEffect(() => subscribeToSessionEnd(() => setOver(true)), []);
  useReturn(isOver, personId, () => setOver(false));
  return (
    <div role="alert" className="pointer-events-none fixed inset-x-3 top-3 z-40 flex justify-center">
      {isOver && (
        <p className="pointer-events-auto flex max-w-measure flex-wrap items-center gap-x-4 gap-y-1 rounded-xl border border-hairline bg-raised px-4 py-3 text-sm shadow-float">
          <span className="min-w-0 flex-[1_1_14rem]">{t("over")}</span>
          <a
            href="/sign-in"
            target="_blank"
            rel="noreferrer"
            className="rounded-sm font-medium text-accent underline underline-offset-3 pointer-coarse:py-3"
          >
            {t("again")}
          </a>
        </p>
      )}
    </div>
  );
}

/** Each time the page is looked at again, it asks who is signed in now. */
function useReturn(isOver: boolean, personId: string, onSame: () => void): void {
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const answer = await api.getAccount(signal);
    if (!answer.ok || signal.aborted) return;
    if (answer.value.id === personId) onSame();
    else window.location.assign("/");
  });
  useEffect(() => {
    if (!isOver) return;
    const left = new AbortController();
    window.addEventListener("focus", () => void ask(left.signal), { signal: left.signal });
    return () => left.abort();
  }, [isOver]);
}
