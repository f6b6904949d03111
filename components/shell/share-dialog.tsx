import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { useReason } from "@/components/ui/use-reason";
import { request, type Answer } from "@/lib/client/request";
import type { ShareReply } from "@/lib/protocol/snapshots";

type Props = { conversationId: string; onClose: () => void };

/** Makes, renews and takes back the address under which others read a conversation as it was. */
export function ShareDialog({ conversationId, onClose }: Props) {
  const t = useTranslations("shell.share");
  const tCommon = useTranslations("common");
  const { share, isKnown, isBusy, reason, act } = useShare(conversationId);
  const url = share?.url ? new URL(share.url, window.location.origin).href : null;
  return (
    <Dialog isOpen onClose={onClose} title={t("title")} closeLabel={tCommon("close")}>
      <p className="text-sm leading-5 text-quiet">{t("about")}</p>
      {share !== null && (
        <>
          {url === null ? (
            <p className="mt-3 text-sm leading-5">{t("unknownAddress")}</p>
          ) : (
            <div className="mt-3 flex items-center gap-1">
              <input
                readOnly
                value={url}
                aria-label={t("address")}
                onFocus={({ currentTarget }) => currentTarget.select()}
                className="text-field h-11 min-w-0 flex-1 px-3 text-sm"
              />
              <CopyButton text={url} label={t("copy")} doneLabel={t("copied")} tip="left" />
            </div>
          )}
          <p className="mt-2 text-sm text-quiet">{t("includes", { count: share.includes.messages })}</p>
          {url !== null && isOnLoopback(url) && <p className="mt-2 text-sm text-partly">{t("onlyHere")}</p>}
        </>
      )}
      <p role="alert" className="mt-2 text-sm text-bad empty:hidden">
        {reason}
      </p>
      {isKnown && (
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          {share !== null && (
            <Button disabled={isBusy} onClick={() => act("DELETE")}>
              {t("revoke")}
            </Button>
          )}
          <Button tone="primary" disabled={isBusy} onClick={() => act("POST")}>
            {t(share === null ? "create" : "renew")}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** Such an address means another machine for everybody else. */
function isOnLoopback(url: string): boolean {
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}

/** What the server has of it; `isKnown` once it has answered. */
function useShare(conversationId: string) {
  const explain = useReason();
  const path = `/api/conversations/${encodeURIComponent(conversationId)}/share`;
  const [share, setShare] = useState<ShareReply | null>(null);
  const [state, setState] = useState({ isKnown: false, isBusy: false, reason: "" });
  const note = (answer: Answer<ShareReply | null>): void => {
    if (answer.ok) setShare(answer.value);
    setState({ isKnown: true, isBusy: false, reason: answer.ok ? "" : explain(answer) });
  };
  useEffect(() => {
    const left = new AbortController();
    void request<ShareReply | null>(path, { signal: left.signal }).then((answer) => {
      if (left.signal.aborted) return;
      if (answer.ok) setShare(answer.value);
      setState((before) => ({ ...before, isKnown: true }));
    });
    return () => left.abort();
  }, [path]);
  const act = (method: "POST" | "DELETE"): void => {
    setState((before) => ({ ...before, isBusy: true, reason: "" }));
    void request<ShareReply | null>(path, { method }).then(note);
  };
  return { share, ...state, act };
}
