import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from "ai";
import { isToolMessage } from "./results";

/** Messages of every call in order: what stays (a summary), the history, oldest first, the reply's own. */
export type Layout = { leadLength: number; historyLength: number };
/** How many of the oldest exchanges, the oldest steps and one further step's first calls are gone. */
export type Left = {
  exchanges: number;
  steps: number;
  calls: number;
  /** Which step that is, from 0. */ callsOf: number;
};

/** The messages without what is gone. Calls go with their results; what the model said beside them stays. */
export function leaveOut(
  messages: readonly ModelMessage[],
  { exchanges, steps, calls, callsOf }: Left,
  { leadLength, historyLength }: Layout,
): ModelMessage[] {
  const starts = listExchanges(messages, { leadLength, historyLength });
  const from = exchanges === 0 ? leadLength : (starts[exchanges] ?? leadLength + historyLength);
  const own = messages.slice(leadLength + historyLength);
  const shortened = own.filter(isToolMessage)[callsOf];
  return [
    ...messages.slice(0, leadLength),
    ...messages.slice(from, leadLength + historyLength),
    ...withoutCalls(withoutSteps(own, steps), shortened, calls),
  ];
}

/** Exchanges go first, then steps before the newest, then half of its calls left; `false` when none can. */
export function leaveMoreOut(messages: readonly ModelMessage[], left: Left, places: Layout): boolean {
  if (left.exchanges < listExchanges(messages, places).length) {
    left.exchanges += 1;
    return true;
  }
  const steps = messages.slice(places.leadLength + places.historyLength).filter(isToolMessage);
  const newest = steps.length - 1;
  if (left.steps < newest) {
    left.steps += 1;
    return true;
  }
  if (left.callsOf !== newest) Object.assign(left, { calls: 0, callsOf: newest });
  const calls = (steps.at(-1)?.content.length ?? 0) - left.calls;
  if (calls < 2) return false;
  left.calls += Math.floor(calls / 2);
  return true;
}

function listExchanges(messages: readonly ModelMessage[], { leadLength, historyLength }: Layout): number[] {
  return messages
    .slice(0, leadLength + historyLength)
    .flatMap((message, index) => (index >= leadLength && message.role === "user" ? [index] : []));
}

/** Some servers use a call's id again in a later step, so it is looked for in the oldest steps alone. */
function withoutSteps(messages: readonly ModelMessage[], count: number): ModelMessage[] {
  const last = messages.flatMap((message, index) => (isToolMessage(message) ? [index] : []))[count - 1] ?? -1;
  const older = messages.slice(0, last + 1);
  return [
    ...withoutResults(older, new Set(older.filter(isToolMessage).flatMap(listResults))),
    ...messages.slice(last + 1),
  ];
}

function withoutCalls(
  messages: readonly ModelMessage[],
  step: ToolModelMessage | undefined,
  count: number,
): ModelMessage[] {
  const end = step === undefined ? 0 : messages.indexOf(step) + 1;
  if (step === undefined || end === 0 || count === 0) return [...messages];
  const start = messages.slice(0, end).findLastIndex(({ role }) => role === "assistant");
  return [
    ...messages.slice(0, start),
    ...withoutResults(messages.slice(start, end), new Set(listResults(step).slice(0, count))),
    ...messages.slice(end),
  ];
}

function listResults({ content }: ToolModelMessage): string[] {
  return content.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []));
}

function withoutResults(messages: readonly ModelMessage[], gone: ReadonlySet<string>): ModelMessage[] {
  if (gone.size === 0) return [...messages];
  const asked = new Set(
    messages
      .flatMap(({ role, content }) => (role === "assistant" && typeof content !== "string" ? content : []))
      .flatMap((part) =>
        part.type === "tool-approval-request" && gone.has(part.toolCallId) ? [part.approvalId] : [],
      ),
  );
  const isGone = (part: object) =>
    ("toolCallId" in part && typeof part.toolCallId === "string" && gone.has(part.toolCallId)) ||
    ("approvalId" in part && typeof part.approvalId === "string" && asked.has(part.approvalId));
  return messages.flatMap((message): ModelMessage[] => {
    if (isToolMessage(message))
      return withContent(
        message,
        message.content.filter((part) => !isGone(part)),
      );
    if (message.role !== "assistant" || typeof message.content === "string") return [message];
    return withSaid(
      message,
      message.content.filter((part) => !isGone(part)),
    );
  });
}

function withContent(message: ToolModelMessage, content: ToolModelMessage["content"]): ModelMessage[] {
  if (content.length === message.content.length) return [message];
  return content.length === 0 ? [] : [{ ...message, content }];
}

/** Vendors refuse reasoning that led to calls which are gone. */
function withSaid(
  message: AssistantModelMessage,
  content: Exclude<AssistantModelMessage["content"], string>,
): ModelMessage[] {
  if (content.length === message.content.length) return [message];
  const said = content.some(({ type }) => type === "tool-call")
    ? content
    : content.filter(({ type }) => type === "text");
  return said.length === 0 ? [] : [{ ...message, content: said }];
}
