import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { toolViews, toResultSentence } from "@/components/tools/views";
import type { ToolStepPart } from "@/lib/client/message/approvals";
import { listFoundPages } from "@/lib/client/message/found-pages";
import type { TrailStep, Turn } from "@/lib/client/message/read-turn";
import type { SourcesByNumber } from "@/lib/client/message/sources";
import { isFailed } from "@/lib/client/message/summarize-trail";
import type { NoticeData } from "@/lib/protocol/chat-message";
import type { ShownNumbers } from "@/lib/features/evidence/shape/citation-marks";

/** `remedy`: where more may be spent on an answer. */
type OpenPointsProps = { steps: TrailStep[]; notices: NoticeData[]; remedy: ReactNode };

/** What was explicitly asked for and not done, with the reason and a way out. Never folded. */
export function OpenPoints({ steps, notices, remedy }: OpenPointsProps) {
  const t = useTranslations("chat.open");
  const tTools = useTranslations("tools");
  const tStep = useTranslations("chat.step");
  const unpaid = notices.find(isUnpaidPicture);
  const unpaidView = unpaid && named.find(({ missing }) => missing.act === unpaid.values.act);
  const failed = listFailed(steps).filter(({ view }) => view !== unpaidView);
  if (unpaid === undefined && failed.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {unpaid && (
        <Point lead={unpaidView?.missing.lead(tTools) ?? ""}>
          {t("unpaid", toAmounts(unpaid.values))} {remedy}
        </Point>
      )}
      {failed.map(({ view: { name, missing }, part }) => (
        <Point key={name} lead={missing.lead(tTools)}>
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

type UnpaidNotice = NoticeData & {
  code: "unpaid";
  values: Record<"most" | "left" | "all", number> & { act: "picture" };
};

export function isUnpaidPicture(notice: NoticeData): notice is UnpaidNotice {
  return "code" in notice && notice.code === "unpaid" && notice.values?.["act"] === "picture";
}

const toAmounts = ({ most, left, all }: UnpaidNotice["values"]) => ({
  ...{ most, all },
  kept: Math.round((all - left) * 100) / 100,
});

/** Those that are asked for by name: an answer does not stand in for what they were to do. */
const named = toolViews.flatMap((view) =>
  view.missing === undefined ? [] : [{ ...view, missing: view.missing }],
);

/** The last call of each, where none of it went well. */
function listFailed(steps: TrailStep[]): { view: (typeof named)[number]; part: ToolStepPart }[] {
  return named.flatMap((view) => {
    const calls = steps.flatMap((step) =>
      step.kind === "tool" && step.part.type === `tool-${view.name}` ? [step] : [],
    );
    const last = calls.at(-1);
    return last !== undefined && calls.every(isFailed) ? [{ view, part: last.part }] : [];
  });
}
