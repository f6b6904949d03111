import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { openAfresh } from "@/lib/client/open-afresh";
import { call } from "@/lib/client/request";
import { sessionStore, useSessionEnd } from "@/lib/client/session-end";
import { readAccount } from "@/lib/features/accounts/api";

/**
 * Says that the account is disabled, or that the session is over and opens the sign-in page in a tab of its
 * own: what is written or chosen here stays, and goes on once the same person is signed in again. Somebody
 * else gets a page of their own.
 */
export function SessionNotice({ personId }: { personId: string }) {
  const t = useTranslations("shell.session");
  const { isOver, isDisabled } = useSessionEnd();
  useReturn(isOver, personId, () => sessionStore.setState({ isOver: false }));
  return (
    <div role="alert" className="shrink-0">
      {isOver && (
        <p className="flex flex-wrap items-center justify-center gap-x-3 border-b border-hairline bg-tint px-4 py-2 text-sm">
          {t(isDisabled ? "disabled" : "over")}
          {!isDisabled && (
            <a
              href="/sign-in"
              target="_blank"
              rel="noreferrer"
              className="rounded-sm font-medium text-accent underline underline-offset-3 pointer-coarse:py-3"
            >
              {t("again")}
            </a>
          )}
        </p>
      )}
    </div>
  );
}

/** Each time the page is looked at again, it asks who is signed in now. */
function useReturn(isOver: boolean, personId: string, onSame: () => void): void {
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const answer = await call(readAccount, { signal });
    if (!answer.ok || signal.aborted) return;
    if (answer.value.id === personId) onSame();
    else openAfresh("/");
  });
  useEffect(() => {
    if (!isOver) return;
    const left = new AbortController();
    window.addEventListener("focus", () => void ask(left.signal), { signal: left.signal });
    return () => left.abort();
  }, [isOver]);
}
