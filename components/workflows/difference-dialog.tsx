import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useEffectEvent } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useReason } from "@/components/ui/use-reason";
import { alone, useResource } from "@/lib/client/resource";
import { changeWorkflow, readDifference } from "@/lib/features/workflows/api";
import { call } from "@/lib/client/request";
import type { AnswerDifference, SentenceChange, Workflow } from "@/lib/features/workflows/shape/workflows";

type Props = { workflow: Workflow; onDone: () => void; onClose: () => void };

/** What the newest answer of a watch says otherwise than the one before; opened, it counts as looked at. */
export function DifferenceDialog({ workflow: { id, name, seen }, onDone, onClose }: Props) {
  const t = useTranslations("settings.workflows.difference");
  const common = useTranslations("common");
  const explain = useReason();
  const load = useCallback(() => call(readDifference, { params: { id } }), [id]);
  const { reply, reason } = useResource({ ...alone, load });
  const newest = reply?.difference?.after.conversationId;
  const tellSeen = useEffectEvent(async (conversationId: string) => {
    if (conversationId === seen) return;
    await call(changeWorkflow, { params: { id }, body: { seen: conversationId } });
    onDone();
  });
  useEffect(() => {
    if (newest !== undefined) void tellSeen(newest);
  }, [newest]);
  return (
    <Dialog isOpen onClose={onClose} title={name} closeLabel={common("close")}>
      <div aria-live="polite" className="grid gap-3 text-sm leading-5">
        {reply === null && reason === null && <p className="text-quiet">{t("loading")}</p>}
        {reason !== null && <p className="text-bad">{explain(reason)}</p>}
        {reply !== null && <Changes difference={reply.difference} />}
      </div>
    </Dialog>
  );
}

function Changes({ difference }: { difference: AnswerDifference | null }) {
  const t = useTranslations("settings.workflows.difference");
  if (difference === null) return <p>{t("tooFew")}</p>;
  const { sentences, same, pages, after } = difference;
  return (
    <>
      <p className="text-quiet">
        {sentences.length === 0 ? t("nothing") : t("counts", { changed: sentences.length, same })}
      </p>
      {sentences.length > 0 && (
        <ul aria-label={t("sentences")} className="grid gap-2">
          {sentences.map((change, index) => (
            <li key={index} className="rounded-lg border border-hairline px-3 py-2">
              <Sentence change={change} />
            </li>
          ))}
        </ul>
      )}
      {pages.length > 0 && (
        <>
          <h3 className="font-medium">{t("pages")}</h3>
          <ul className="grid gap-1">
            {pages.map(({ kind, url, title }) => (
              <li key={url} className="wrap-anywhere">
                <span className="text-quiet">{t(`page.${kind}`)}</span>{" "}
                <a href={url} target="_blank" rel="noopener noreferrer" className="text-accent underline">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link
        href={`/c/${after.conversationId}`}
        prefetch={false}
        className="w-fit text-accent underline underline-offset-3 pointer-coarse:py-3"
      >
        {t("open")}
      </Link>
    </>
  );
}

function Sentence({ change }: { change: SentenceChange }) {
  const t = useTranslations("settings.workflows.difference");
  return (
    <>
      <p className="text-xs text-quiet">{t(change.kind)}</p>
      {"before" in change && (
        <p dir="auto" className="wrap-anywhere">
          <del>{change.before}</del>
        </p>
      )}
      {"after" in change && (
        <p dir="auto" className="wrap-anywhere">
          <ins className="decoration-accent">{change.after}</ins>
        </p>
      )}
    </>
  );
}
