import { toStepLimit, type StepLimit } from "@/lib/engine/loop/step-limit";
import { toPlaces } from "@/lib/engine/task";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunMode } from "@/lib/protocol/chat-request";
import type { AgentStyle } from "@/lib/protocol/settings";
import type { StoredBrief } from "./stored-brief";

type BriefFields = Pick<
  StoredBrief,
  "options" | "chain" | "agent" | "requiredTools" | "isAgentGone" | "task" | "isTrial" | "isTemporary"
>;
type PlaceKeys = "seq" | "path" | "isFirstTurn" | "isFirstToday" | "summarisedSeq" | "hasFiles" | "folder";

/** What a reply is asked for, by whom and where. Nothing of it changes while the reply is made. */
export type Brief = Readonly<BriefFields> & {
  readonly id: string;
  readonly userId: string;
  readonly conversationId: string;
  readonly messageId: string;
  /** Which of the run's workers this is; the first is 1. */
  readonly epoch: number;
  readonly question: ChatMessage;
  /** The reply as it was before, when it goes on from there. */
  readonly base: ChatMessage | null;
  readonly settings: StoredBrief["record"]["settings"];
  readonly mode: RunMode;
  readonly style: AgentStyle;
  readonly stepLimit: StepLimit;
  /** What the reply may cost. */
  readonly grantedMicroUsd: number;
  readonly place: Readonly<Pick<StoredBrief, PlaceKeys>>;
} & Readonly<ReturnType<typeof toPlaces>>;

export type BriefOf = {
  userId: string;
  conversationId: string;
  brief: StoredBrief;
  question: ChatMessage;
  base: ChatMessage | null;
  epoch: number;
};

export function toBrief({ brief, userId, conversationId, question, base, epoch }: BriefOf): Brief {
  const { record, options, chain, agent, requiredTools, isAgentGone, task, isTrial, isTemporary } = brief;
  const { seq, path, isFirstTurn, isFirstToday, summarisedSeq, hasFiles, folder } = brief;
  const { settings, messageId, id } = record;
  const { mode = "balanced", style = settings.agentStyle } = options;
  return {
    ...{ id, userId, conversationId, messageId, epoch, question, base },
    ...{
      options,
      settings,
      chain,
      mode,
      style,
      agent,
      requiredTools,
      isAgentGone,
      task,
      isTrial,
      isTemporary,
    },
    stepLimit: toStepLimit(mode, style, settings),
    grantedMicroUsd: brief.budgetMicroUsd,
    place: { seq, path, isFirstTurn, isFirstToday, summarisedSeq, hasFiles, folder },
    ...toPlaces(conversationId, brief),
  };
}
