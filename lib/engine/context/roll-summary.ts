import { toHistoryRoom, type ContextRoom } from "@/lib/engine/loop/context/room";
import { compactMessage, estimateMessage, type PlacedMessage } from "@/lib/engine/loop/context/history";
import { extendSummary, toSummaryQuestion, type SummaryTurn } from "@/lib/engine/loop/context/summary";
import { estimateTokens } from "@/lib/engine/loop/tokens";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { toLongResult } from "./compactions";
import { historyWindow, isFirst, summaryTokens, toSummaryTurns } from "./model-messages";
import type { Brief } from "@/lib/engine/brief";
import type { RecordPorts, RunHost } from "@/lib/engine/ports";
import type { KeptSummary } from "@/lib/engine/records/summaries";

/** So many messages stand beside the question when the next one is asked; room is made before that. */
const mostMessages = historyWindow - 8;
/** So many messages are summed up behind one reply; the rest waits for the next. */
const mostSummedUp = 80;
/** More is summed up by extraction. */
const mostAskedTokens = 12_000;
const modelLimitMs = 20_000;
type SummaryHost = Pick<RunHost, "askSmall" | "closing" | "log"> & {
  records: Pick<RecordPorts, "messages" | "summaries">;
};
type RolledBrief = Pick<Brief, "id" | "userId" | "conversationId"> & {
  place: Pick<Brief["place"], "seq" | "path" | "summarisedSeq">;
};
/** What the reply was made from. */
type GivenContext = {
  room: ContextRoom | null;
  context: { placed: PlacedMessage[]; summary: KeptSummary | null } | null;
};

/** Sums up what will not fit the next reply's window, in steps: it begins at one place for many replies. */
export async function rollSummary(
  host: SummaryHost,
  brief: RolledBrief,
  { context, room }: GivenContext,
  reply: ChatMessage,
): Promise<void> {
  if (context === null || room === null) return;
  const { userId, conversationId, place } = brief;
  const { summary } = context;
  const summarisedSeq = summary?.untilSeq ?? 0;
  const [oldest] = context.placed;
  const isAllRead = oldest === undefined || isFirst(oldest) || oldest.seq <= summarisedSeq + 1;
  const untilSeq = findEnd([...context.placed, { seq: place.seq, message: reply }], {
    ...{ summarisedSeq, isAllRead, room: toHistoryRoom(room) },
  });
  if (untilSeq <= summarisedSeq) return;
  const fallen = isAllRead
    ? context.placed
    : await host.records.messages.listFrom(
        userId,
        conversationId,
        summarisedSeq + 1,
        Math.min(mostSummedUp, untilSeq - summarisedSeq),
        place.path,
      );
  const summed = fallen.filter(({ seq }) => seq > summarisedSeq && seq <= untilSeq);
  const last = summed.at(-1);
  if (last === undefined) return;
  const text = await sumUp(host, brief, summary?.text ?? "", summed.flatMap(toSummaryTurns));
  const isStrange =
    summary?.isStrange === true ||
    summed.some(({ message }) => message.parts.some((part) => toLongResult(part) !== null));
  const earlier =
    summary === null
      ? []
      : [
          {
            ...{ untilSeq: summary.untilSeq, branch: summary.branch },
            ...{ text: summary.text, isStrange: summary.isStrange },
          },
          ...summary.earlier,
        ];
  await host.records.summaries.save(
    userId,
    conversationId,
    { untilSeq: last.seq, branch: last.branch, text, isStrange, earlier },
    { before: place.summarisedSeq, lastId: last.message.id },
  );
}

/** Nothing while everything fits, else so much that half the room is free. The newest exchange stays. */
function findEnd(
  placed: readonly PlacedMessage[],
  {
    summarisedSeq,
    isAllRead,
    room: { tokens, shrinkTo },
  }: { summarisedSeq: number; isAllRead: boolean; room: { tokens: number; shrinkTo: number } },
): number {
  const shown = placed.filter(({ seq }) => seq > summarisedSeq);
  const sizes = shown.map(({ message }) => estimateMessage(compactMessage(message)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= tokens && shown.length <= mostMessages && isAllRead) return summarisedSeq;
  let left = total > tokens || shown.length > mostMessages ? shrinkTo : tokens;
  let first = shown.length;
  while (first > 0 && (sizes[first - 1] ?? 0) <= left && shown.length - first < mostMessages / 2) {
    first -= 1;
    left -= sizes[first] ?? 0;
  }
  const newestQuestion = shown.findLastIndex(({ message }) => message.role === "user");
  const start = shown.findIndex(
    ({ message }, index) => index >= Math.min(first, newestQuestion) && message.role === "user",
  );
  return (shown[start]?.seq ?? summarisedSeq + 1) - 1;
}

async function sumUp(
  host: SummaryHost,
  brief: RolledBrief,
  before: string,
  turns: readonly SummaryTurn[],
): Promise<string> {
  const size = turns.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const written = size > mostAskedTokens ? null : await askForSummary(host, brief, before, turns);
  return written ?? extendSummary(before, turns, summaryTokens);
}

async function askForSummary(
  host: SummaryHost,
  { id }: RolledBrief,
  before: string,
  turns: readonly SummaryTurn[],
): Promise<string | null> {
  try {
    const asked = toSummaryQuestion(before, turns, summaryTokens);
    const question = { ...asked, limitMs: modelLimitMs, isPatient: true as const };
    const { answer } = await host.askSmall(question, host.closing);
    return answer?.text.toWellFormed().trim() ?? null;
  } catch (error) {
    host.log.debug("summary_not_written", { runId: id, error });
    return null;
  }
}
