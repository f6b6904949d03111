import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useReason } from "@/components/ui/use-reason";
import { Problem } from "@/components/ui/problem";
import type { Leaving } from "@/lib/client/leaving";
import { readShare, revokeShare, shareConversation } from "@/lib/features/sharing/api";
import { call } from "@/lib/client/request";
import type { ShareReply } from "@/lib/features/sharing/shape";

/** Makes, renews and takes back the address under which others read a conversation as it was. */
export function LinkTab({ conversationId, messageId }: Leaving) {
  const t = useTranslations("shell.share");
  const { share, isKnown, isBusy, hasCopied, reason, act } = useShare(conversationId);
  const url = share === null ? null : toAddress(share);
  return (
    <>
      {share !== null && <Address url={url} />}
      <p role="status" className="text-sm font-medium empty:hidden">
        {hasCopied && t("linkCopied")}
      </p>
      <div className="flex flex-col gap-2 text-sm leading-5 text-quiet">
        {share !== null && <p>{t("includes", { count: share.includes.messages })}</p>}
        <p>{t("about")}</p>
        {messageId !== undefined && <p>{t("whole")}</p>}
        {url !== null && isOnLoopback(url) && <p className="text-partly">{t("onlyHere")}</p>}
      </div>
      <Problem>{reason}</Problem>
      {isKnown && (
        <div className="flex flex-wrap justify-end gap-2">
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
    </>
  );
}

function Address({ url }: { url: string | null }) {
  const t = useTranslations("shell.share");
  if (url === null) return <p className="text-sm leading-5">{t("unknownAddress")}</p>;
  return (
    <div className="flex items-center gap-1">
      <input
        readOnly
        value={url}
        aria-label={t("address")}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="text-field h-11 min-w-0 flex-1 px-3 text-sm"
      />
      <CopyButton text={url} label={t("copy")} doneLabel={t("copied")} tip="left" />
    </div>
  );
}

const toAddress = ({ url }: ShareReply): string | null => url && new URL(url, window.location.origin).href;

/** Such an address means another machine for everybody else. */
function isOnLoopback(url: string): boolean {
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
}

const idle = { isBusy: false, hasCopied: false, reason: "" };

/** What the server has of it; `isKnown` once it has answered. A new address is copied at once. */
function useShare(conversationId: string) {
  const explain = useReason();
  const [share, setShare] = useState<ShareReply | null>(null);
  const [state, setState] = useState({ ...idle, isKnown: false });
  useEffect(() => {
    const left = new AbortController();
    void call(readShare, { params: { id: conversationId }, signal: left.signal }).then((answer) => {
      if (left.signal.aborted) return;
      if (answer.ok) setShare(answer.value);
      setState({ ...idle, isKnown: true });
    });
    return () => left.abort();
  }, [conversationId]);
  const act = async (method: "POST" | "DELETE"): Promise<void> => {
    setState({ ...idle, isKnown: true, isBusy: true });
    const place = { params: { id: conversationId } };
    const answer = await (method === "POST" ? call(shareConversation, place) : call(revokeShare, place));
    if (answer.ok) setShare(answer.value);
    const address = answer.ok && answer.value !== null ? toAddress(answer.value) : null;
    const hasCopied = address !== null && (await copy(address));
    setState({ ...idle, isKnown: true, hasCopied, reason: answer.ok ? "" : explain(answer) });
  };
  return { share, ...state, act: (method: "POST" | "DELETE") => void act(method) };
}

/** If the browser refuses, the address is in its field beside a copy button. */
const copy = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
