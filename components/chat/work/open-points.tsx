import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { toResultSentence } from "@/components/tools/views";
import type { ToolStepPart } from "@/lib/client/message/approvals";
import { listFoundPages } from "@/lib/client/message/found-pages";
import type { TrailStep, Turn } from "@/lib/client/message/read-turn";
import type { SourcesByNumber } from "@/lib/client/message/sources";
import { isFailed } from "@/lib/client/message/summarize-trail";
import type { NoticeData } from "@/lib/protocol/chat-message";
import type { ShownNumbers } from "@/lib/protocol/citation-marks";

/** Tools that are asked for by name: an answer does not stand in for what they were to do. */
const named = ["image_generate", "memory_save", "memory_forget", "note_write"] as const;

/** `remedy`: where more may be spent on an answer. */
type OpenPointsProps = { steps: TrailStep[]; notices: NoticeData[]; remedy: ReactNode };

/** What was asked for by name and did not come about, with why and a way out. Never folded. */
export function OpenPoints({ steps, notices, remedy }: OpenPointsProps) {
  const t = useTranslations("chat.open");
  const tTools = useTranslations("tools");
  const tStep = useTranslations("chat.step");
  const unpaid = notices.find(isUnpaidPicture);
  const failed = listFailed(steps).filter(({ name }) => unpaid === undefined || name !== "image_generate");
  if (unpaid === undefined && failed.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {unpaid && (
        <Point lead={t("image_generate")}>
          {t("unpaid", toAmounts(unpaid.values))} {remedy}
        </Point>
      )}
      {failed.map(({ name, part }) => (
        <Point key={name} lead={t(name)}>
          {toResultSentence(part, tTools, tStep)}
        </Point>
      ))}
    </ul>
  );
}

type UnreadPagesProps = Pick<Turn, "steps"> & { shown: ShownNumbers; sources: SourcesByNumber };

/** Pages that could not be read although sentences cite them. */
export function UnreadPages({ steps, shown, sources }: UnreadPagesProps) {
  const t = useTranslations("chat.open");
  const cited = new Set([...shown.keys()].map((number) => sources.get(number)?.url));
  const pages = listFoundPages(steps).filter(({ url, state }) => state === "refused" && cited.has(url));
  if (pages.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2 text-sm text-quiet">
      {pages.map(({ url, site }) => (
        <li key={url}>{t("unread", { site })}</li>
      ))}
    </ul>
  );
}

function Point({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5 rounded-xl border border-hairline bg-raised px-3.5 py-2.5 text-sm">
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />
      <p className="min-w-0 wrap-anywhere">
        <b className="font-semibold">{lead}</b> <span className="text-soft">{children}</span>
      </p>
    </li>
  );
}

type UnpaidNotice = NoticeData & { code: "unpaid"; values: Record<"most" | "left" | "all", number> };

export function isUnpaidPicture(notice: NoticeData): notice is UnpaidNotice {
  return "code" in notice && notice.code === "unpaid" && notice.values?.["act"] === "picture";
}

const toAmounts = ({ most, left, all }: UnpaidNotice["values"]) => ({
  ...{ most, all },
  kept: Math.round((all - left) * 100) / 100,
});

/** The last call of each, where none of it went well. */
function listFailed(steps: TrailStep[]): { name: (typeof named)[number]; part: ToolStepPart }[] {
  return named.flatMap((name) => {
    const calls = steps.flatMap((step) =>
      step.kind === "tool" && step.part.type === `tool-${name}` ? [step] : [],
    );
    const last = calls.at(-1);
    return last !== undefined && calls.every(isFailed) ? [{ name, part: last.part }] : [];
  });
}
