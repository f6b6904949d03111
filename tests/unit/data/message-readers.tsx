import { createTranslator } from "next-intl";
import { TrailSteps } from "@/components/chat/trail/trail-steps";
import { collectKnownAddresses } from "@/components/markdown/links-provider";
import { listDeeds, toAskedText, toLiveSentence, toResultSentence } from "@/components/tools/views";
import { ToolDetails } from "@/components/tools/tool-details";
import { loadMessages } from "@/i18n/load-messages";
import { compactMessage, estimateMessage, selectHistory } from "@/lib/engine/loop/context/history";
import { findAskedWord, listApprovals, listWaiting, type ToolStepPart } from "@/lib/client/message/approvals";
import { listMarkKeys } from "@/lib/client/message/cited-marks";
import { countVerdicts, findClaims, listSignedMarks } from "@/lib/client/message/claims";
import { readTurn } from "@/lib/client/message/read-turn";
import { collectSources } from "@/lib/client/message/sources";
import { readText } from "@/lib/data/turn-words";
import { listPairs, readAnswerText, readNamedSources } from "@/lib/features/evidence/gather-answer";
import { findStoredClaims, settleClaims } from "@/lib/features/evidence/stored-claims";
import { toTrial } from "@/lib/features/laboratory/to-trial";
import { expectationsSchema } from "@/lib/features/laboratory/shape/laboratory";
import { deriveTitle } from "@/lib/engine/answer/title";
import { listResults, listRunResults } from "@/lib/engine/consent/judge-calls";
import { toLongResult } from "@/lib/engine/context/compactions";
import { toSummaryTurns } from "@/lib/engine/context/model-messages";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import { toBaseChunks, toReplayChunks } from "@/lib/engine/log/replay-message";
import { listDone } from "@/lib/engine/plan/late-task";
import { isPrivateReply } from "@/lib/engine/plan/results";
import { collectEarlierSources, collectToldSources } from "@/lib/engine/cited-sources";
import { renderInLocale } from "@/tests/support/render-in-locale";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunTools } from "@/lib/engine/ports";

const words = await loadMessages("en");
const tTools = createTranslator({ locale: "en", messages: words, namespace: "tools" });
const tStep = createTranslator({ locale: "en", messages: words, namespace: "chat.step" });
const tTrail = createTranslator({ locale: "en", messages: words, namespace: "chat.trail" });

const listCalls = ({ parts }: ChatMessage): ToolStepPart[] => parts.filter((part) => "toolCallId" in part);
const noTools = {
  listCitations: () => [],
  isPrivateCall: () => false,
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
  "lib/engine/loop/context/history": (message) => [
    estimateMessage(message),
    estimateMessage(compactMessage(message)),
    selectHistory([{ seq: 1, message: question }, stored(message), { seq: 3, message: question }], {
      ...{ tokens: 10, newestTokens: 500, behindSeq: 0 },
    }),
  ],
  "lib/client/message/approvals": (message) => [
    listApprovals(message),
    listWaiting(message),
    findAskedWord(message),
  ],
  "lib/client/message/cited-marks": (message) => listMarkKeys(message, { key: "0", text: "Answer." }),
  "lib/client/message/claims": (message) =>
    countVerdicts(listSignedMarks(message, readTurn(message).pieces, findClaims(message))),
  "lib/client/message/read-turn": readTurn,
  "lib/client/message/sources": (message) => collectSources([message]),
  "lib/data/turn-words": readText,
  "lib/features/evidence/gather-answer": (message) => [
    readAnswerText(message),
    listPairs(message),
    readNamedSources(message),
  ],
  "lib/features/evidence/stored-claims": (message) => [
    findStoredClaims(message),
    settleClaims(message, Date.now()),
  ],
  "lib/features/laboratory/to-trial": (message) =>
    toTrial(message, expectationsSchema.parse({}), { costMicroUsd: 0, describeTool: noTools.describe }),
  "lib/engine/answer/title": (message) => deriveTitle(message, "New"),
  "lib/engine/consent/judge-calls": (message) => [
    listResults(message),
    listRunResults(toReplayChunks(message)),
  ],
  "lib/engine/context/compactions": ({ parts }) => parts.map(toLongResult),
  "lib/engine/context/model-messages": (message) => toSummaryTurns(stored(message)),
  "lib/engine/log/reduce-message": (message) => reduceMessage(toBaseChunks(message), message.id, {}),
  "lib/engine/log/replay-message": toReplayChunks,
  "lib/engine/plan/late-task": (message) => listDone(noTools, message),
  "lib/engine/plan/results": (message) => isPrivateReply(noTools, message),
  "lib/engine/cited-sources": (message) => [
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
  "components/tools/run-code",
  "components/tools/tool-view",
  "lib/engine/loop/limits",
  "lib/engine/loop/tidy-chunks",
  "lib/engine/loop/to-chunks",
  "components/chat/answer-signal",
  "lib/client/conversation/messages",
  "lib/client/conversation/queue",
  "lib/client/conversation/reply",
  "lib/client/conversation/to-message",
  "lib/client/conversation/transport",
  "lib/engine/records/begin-turn",
  "lib/features/conversation-search/records/collect-words",
  "lib/data/messages",
  "lib/data/read-parts",
  "lib/engine/records/turn-place",
  "lib/features/traces/shape/traces",
  "lib/features/laboratory/run-experiment",
  "lib/models/offline/guide",
  "lib/features/evidence/check-answer",
  "lib/engine/consent/asked-calls",
  "lib/engine/consent/consent-view",
  "lib/engine/consent/keep-answer",
  "lib/engine/consent/settle-approvals",
  "lib/engine/context/find-earlier",
  "lib/features/recall/mentioned",
  "lib/engine/context/roll-summary",
  "lib/engine/log/entries",
  "lib/engine/log/history",
  "lib/engine/log/run-log",
  "lib/engine/opening/open-context",
  "lib/features/documents/documents-source",
  "lib/engine/plan-commands",
  "lib/features/traces/replay-attempt",
  "lib/features/traces/replay-run",
  "lib/engine/stored-brief",
  "lib/engine/run/calls",
  "lib/engine/run/reply",
  "lib/engine/run/tell-once",
  "lib/engine/ports",
  "lib/engine/task-runs",
  "lib/engine/turn/attempt",
  "lib/engine/turn/begin-run",
  "lib/engine/turn/fail-run",
  "lib/engine/turn/incoming-files",
  "lib/engine/turn/offer-tools",
  "lib/engine/turn/prepare",
  "lib/engine/turn/recover",
  "lib/engine/turn/repair-step",
  "lib/engine/turn/run-tools",
  "lib/features/traces/traces",
  "lib/features/workflows/workflows",
];
