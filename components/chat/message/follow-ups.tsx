import { CornerDownRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { FollowUps as FollowUpsData } from "@/lib/features/follow-ups/shape";
import type { MessageActions } from "./message-actions";

type FollowUpsProps = {
  messageId: string;
  followUps: FollowUpsData;
  actions: Pick<MessageActions, "askFollowUp" | "loadFollowUps">;
};

/** Questions that may come next, below the newest answer; a press asks one. */
export function FollowUps({ messageId, followUps, actions }: FollowUpsProps) {
  const t = useTranslations("chat.followUps");
  const { questions, isPending } = followUps;
  const { askFollowUp, loadFollowUps } = actions;
  useEffect(() => {
    if (!isPending) return;
    const left = new AbortController();
    void loadFollowUps(messageId, left.signal);
    return () => left.abort();
  }, [isPending, messageId, loadFollowUps]);
  if (questions.length === 0) return null;
  return (
    <ul aria-label={t("label")} className="flex flex-col items-start gap-1.5">
      {questions.map((question) => (
        <li key={question} className="max-w-full">
          <button
            type="button"
            onClick={() => askFollowUp(question)}
            className="flex min-h-9 max-w-full items-start gap-2 rounded-lg border border-hairline px-3 py-1.5 text-start text-sm leading-6 transition-colors duration-150 hover:border-strong hover:text-accent pointer-coarse:min-h-11 pointer-coarse:py-2.5"
          >
            <CornerDownRight size={15} aria-hidden className="mt-1 shrink-0 text-quiet rtl:-scale-x-100" />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {question}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
