import { createTranslator } from "next-intl";
import { TrailSteps } from "@/components/chat/trail/trail-steps";
import { collectKnownAddresses } from "@/components/markdown/links-provider";
import { listDeeds, toAskedText, toLiveSentence, toResultSentence } from "@/components/tools/views";
import { ToolDetails } from "@/components/tools/tool-details";
import { loadMessages } from "@/i18n/load-messages";
import { compactMessage, estimateMessage, selectHistory } from "@/lib/agent/context/history";
import { findAskedWord, listApprovals, listWaiting, type ToolStepPart } from "@/lib/client/message/approvals";
import { listMarkKeys } from "@/lib/client/message/cited-marks";
import { countVerdicts, findClaims, listSignedMarks } from "@/lib/client/message/claims";
import { readTurn } from "@/lib/client/message/read-turn";
import { collectSources } from "@/lib/client/message/sources";
import { readText } from "@/lib/data/turn-words";
import { listAnswerMarks, readAnswerText, readNamedSources } from "@/lib/evidence/gather-answer";
import { findStoredClaims, settleClaims } from "@/lib/evidence/stored-claims";
import { toTrial } from "@/lib/laboratory/to-trial";
import { expectationsSchema } from "@/lib/protocol/laboratory";
import { deriveTitle } from "@/lib/runs/answer/title";
import { listResults, listRunResults } from "@/lib/runs/approvals/judge-calls";
import { toLongResult } from "@/lib/runs/context/compactions";
import { toSummaryTurns } from "@/lib/runs/context/model-messages";
import { reduceMessage } from "@/lib/runs/log/reduce-message";
import { toBaseChunks, toReplayChunks } from "@/lib/runs/log/replay-message";
import { listDone } from "@/lib/runs/plan/late-step";
import { isPrivateReply } from "@/lib/runs/plan/results";
import { collectEarlierSources, collectToldSources } from "@/lib/runs/state/cited-sources";
import { renderInLocale } from "@/tests/support/render-in-locale";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunTools } from "@/lib/runs/ports";

const words = await loadMessages("en");
const tTools = createTranslator({ locale: "en", messages: words, namespace: "tools" });
const tStep = createTranslator({ locale: "en", messages: words, namespace: "chat.step" });
const tTrail = createTranslator({ locale: "en", messages: words, namespace: "chat.trail" });

const listCalls = ({ parts }: ChatMessage): ToolStepPart[] => parts.filter((part) => "toolCallId" in part);
const noTools = {
  listCitations: () => [],
  describe: () =>
    ({ origin: "stranger", isDynamic: true, effect: "sends" }) as unknown as ReturnType<RunTools["describe"]>,
} as unknown as RunTools;
const stored = (message: ChatMessage) => ({ seq: 2, message });
const question: ChatMessage = { id: "m1", role: "user", parts: [{ type: "text", text: "One?" }] };

/** What reads the parts of a stored message, by file: each is asked for a message as the store gives it. */
export const messageReaders: Record<string, (message: ChatMessage) => unknown> = {
  "components/chat/trail/trail-steps": (message) =>
    renderInLocale("en", <TrailSteps steps={readTurn(message).steps} instructedRunId={null} />),
  "components/markdown/links-provider": (message) => collectKnownAddresses([message]),
  "components/tools/views": (message) =>
    listCalls(message).map((part) => [
      toAskedText(part),
      toLiveSentence(part, tTools, tTrail),
      toResultSentence(part, tTools, tStep),
      listDeeds([part], tTools, tTrail),
    ]),
  "components/tools/tool-details": (message) =>
    Promise.all(listCalls(message).map((part) => renderInLocale("en", <ToolDetails part={part} />))),
  "lib/agent/context/history": (message) => [
    estimateMessage(message),
    estimateMessage(compactMessage(message)),
    selectHistory([{ seq: 1, message: question }, stored(message), { seq: 3, message: question }], {
      ...{ tokens: 10, newestTokens: 500, behindSeq: 0 },
    }),
  ],
  "lib/client/approvals": (message) => [listApprovals(message), listWaiting(message), findAskedWord(message)],
  "lib/client/cited-marks": (message) => listMarkKeys(message, { key: "0", text: "Answer." }),
  "lib/client/claims": (message) =>
    countVerdicts(listSignedMarks(message, readTurn(message).pieces, findClaims(message))),
  "lib/client/read-turn": readTurn,
  "lib/client/sources": (message) => collectSources([message]),
  "lib/data/turn-words": readText,
  "lib/evidence/gather-answer": (message) => [
    readAnswerText(message),
    listAnswerMarks(message),
    readNamedSources(message),
  ],
  "lib/evidence/stored-claims": (message) => [findStoredClaims(message), settleClaims(message, Date.now())],
  "lib/laboratory/to-trial": (message) => toTrial(message, 0, expectationsSchema.parse({})),
  "lib/runs/answer/title": (message) => deriveTitle(message, "New"),
  "lib/runs/approvals/judge-calls": (message) => [
    listResults(message),
    listRunResults(toReplayChunks(message)),
  ],
  "lib/runs/context/compactions": ({ parts }) => parts.map(toLongResult),
  "lib/runs/context/model-messages": (message) => toSummaryTurns(stored(message)),
  "lib/runs/log/reduce-message": (message) => reduceMessage(toBaseChunks(message), message.id, {}),
  "lib/runs/log/replay-message": toReplayChunks,
  "lib/runs/plan/late-step": (message) => listDone({ tools: noTools }, message),
  "lib/runs/plan/results": (message) => isPrivateReply({ tools: noTools }, message),
  "lib/runs/state/cited-sources": (message) => [
    collectEarlierSources(new Map(), [message], () => []),
    collectToldSources(new Map(), [message]),
  ],
};

/**
 * What meets them only while a reply is made, a page is shown or a conversation is changed: a second question,
 * another answer and the routes reach these, and none of them looks into a result itself.
 */
export const reachedReaders: readonly string[] = [
  "components/chat/message-list",
  "components/chat/message/user-message",
  "components/tools/tool-view",
  "lib/agent/limits",
  "lib/agent/tidy-chunks",
  "lib/client/answer-signal",
  "lib/client/conversation/messages",
  "lib/client/conversation/queue",
  "lib/client/conversation/reply",
  "lib/client/conversation/to-message",
  "lib/client/conversation/transport",
  "lib/data/begin-turn",
  "lib/data/collect-words",
  "lib/data/messages",
  "lib/data/read-parts",
  "lib/data/turn-place",
  "lib/laboratory/run-experiment",
  "lib/models/offline/guide",
  "lib/runs/answer/check-answer",
  "lib/runs/approvals/asked-calls",
  "lib/runs/approvals/consent-view",
  "lib/runs/approvals/keep-answer",
  "lib/runs/approvals/settle-approvals",
  "lib/runs/context/find-earlier",
  "lib/runs/context/recalled",
  "lib/runs/context/roll-summary",
  "lib/runs/log/entries",
  "lib/runs/log/history",
  "lib/runs/log/run-log",
  "lib/runs/opening/open-context",
  "lib/runs/opening/reply-documents",
  "lib/runs/plan-commands",
  "lib/runs/replay/branch-work",
  "lib/runs/replay/replay-attempt",
  "lib/runs/replay/replay-run",
  "lib/runs/state/brief",
  "lib/runs/state/call-book",
  "lib/runs/state/run-state",
  "lib/runs/state/tell-once",
  "lib/runs/step-runs",
  "lib/runs/turn/attempt",
  "lib/runs/turn/begin-run",
  "lib/runs/turn/fail-run",
  "lib/runs/turn/incoming-files",
  "lib/runs/turn/offer-tools",
  "lib/runs/turn/prepare",
  "lib/runs/turn/recover",
  "lib/runs/turn/repair-step",
  "lib/runs/turn/run-tools",
  "lib/traces/traces",
  "lib/workflows/workflows",
];
