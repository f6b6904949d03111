import { approvalLimitMs } from "@/lib/protocol/limits";
import type { ApprovalData } from "@/lib/protocol/approvals";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import { isEditedCall, toEditedCallId } from "@/lib/protocol/edited-calls";
import { isRecord } from "@/lib/protocol/json";
import type { ToolName } from "@/lib/protocol/tools";

/** `ended`: the reply was over before the person had answered. */
export type ApprovalState = ApprovalData["state"] | "ended";

/** A tool call of a message, one of ours or from outside. */
export type ToolStepPart = Extract<ChatPart, { toolCallId: string }>;
/** A call of one tool in a message. Its input may still be growing. */
export type ToolCallPart<NAME extends ToolName> = Extract<ToolStepPart, { type: `tool-${NAME}` }>;

/** A call that waits for the person or did so, with what is asked; `answer`: to a question of the model. */
export type Approval = Omit<ApprovalData, "state"> & {
  id: string;
  part: ToolStepPart;
  state: ApprovalState;
  answer?: string;
};

/** What a reply asked the person for, in its order. */
export function listApprovals(message: ChatMessage): Approval[] {
  const isOver = message.metadata?.outcome !== undefined;
  return message.parts.flatMap((asked) => {
    if (asked.type !== "data-approval" || asked.id === undefined) return [];
    const part = findCall(message, asked.id, asked.data.toolCallId);
    const state = isOver && asked.data.state === "asked" ? "ended" : asked.data.state;
    if (part === undefined) return [];
    const answer = findPersonAnswer(message, asked.data.toolCallId);
    return [{ ...asked.data, id: asked.id, part, state, ...(answer !== undefined && { answer }) }];
  });
}

/** What waits for the person now. */
export function listWaiting(message: ChatMessage | undefined): Approval[] {
  return message?.role === "assistant" ? listApprovals(message).filter(({ state }) => state === "asked") : [];
}

/** Whether it was made in place of a call whose input the person changed. */
export function isChangedCall({ toolCallId }: ToolStepPart): boolean {
  return isEditedCall(toolCallId);
}

/** The person's words are in the call that was made in place of the question. */
function findPersonAnswer({ parts }: ChatMessage, toolCallId: string): string | undefined {
  const id = toEditedCallId(toolCallId);
  const made = parts.find((part) => "toolCallId" in part && part.toolCallId === id);
  const input = made !== undefined && "input" in made ? made.input : undefined;
  return isRecord(input) && typeof input["answer"] === "string" ? input["answer"] : undefined;
}

/** Servers may use an id again: the call that carries this very question comes first. */
function findCall({ parts }: ChatMessage, approvalId: string, toolCallId: string): ToolStepPart | undefined {
  const calls = parts.filter((part): part is ToolStepPart => "toolCallId" in part);
  return (
    calls.find(({ approval }) => approval?.id === approvalId) ??
    calls.findLast((part) => part.toolCallId === toolCallId)
  );
}

/** Something else that waits for the person: a question of the agent, or (without `text`) its plan. */
export type AskedWord = { id: string; text: string | null; askedAt: number; dueAt: number };

/** What a running reply waits for besides calls; `null` when it asks nothing. */
export function findAskedWord(message: ChatMessage | undefined): AskedWord | null {
  for (const part of message?.metadata?.outcome === undefined ? (message?.parts ?? []) : []) {
    if (part.type === "data-question" && part.data.state === "asked") {
      const { id, text, askedAt, expiresAt } = part.data;
      return { id, text, askedAt, dueAt: expiresAt };
    }
    if (part.type === "data-plan" && part.data.state === "proposed") {
      const { dueAt = 0 } = part.data;
      return { id: "plan", text: null, askedAt: dueAt - approvalLimitMs, dueAt };
    }
  }
  return null;
}
