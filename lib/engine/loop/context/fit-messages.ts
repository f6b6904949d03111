import type { ModelMessage, ToolModelMessage, ToolResultPart } from "ai";
import { estimateMessageTokens, estimateTokens } from "@/lib/engine/loop/tokens";
import { shareRoom } from "@/lib/language/share-room";
import type { ContextRoom } from "./room";
import { leaveMoreOut, leaveOut, type Layout } from "./leave-out";
import { shorten } from "./shorten";
import {
  findIds,
  isResult,
  isToolMessage,
  longResultTokens,
  toEnds,
  toLine,
  toRecallHint,
  toResultKey,
  toResultText,
  withText,
  type KnownResult,
  type ResultForm,
} from "./results";

export type FitOptions = Layout & {
  room: ContextRoom;
  findResult: (toolCallId: string, text: string) => KnownResult;
  /** The vendor found it too long: every older result becomes a line. */
  isTight: boolean;
};

export type FitMessages = (messages: readonly ModelMessage[]) => ModelMessage[];

/** A larger result is shortened. */
const largestResultShare = 0.3;
/** A call and its result take so much beside what they say. */
const callTokens = 30;
const leastResultTokens = 40;
/** So much of each result is shown also where no room is left, of all that came together up to this share. */
const shownResultTokens = 150;
const shownShare = 0.2;
const endsFromShare = 0.6;
const linesFromShare = 0.8;

/**
 * Makes what is sent fit the budget, call after call of one run, each with all messages. What was made
 * smaller stays so, and nothing is before it must be: the beginning stays the same from call to call.
 */
export function createFitMessages(options: FitOptions): FitMessages {
  const forms = new Map<string, ResultForm>();
  const kept = new WeakMap<ModelMessage, { key: string; message: ModelMessage }>();
  const left = { exchanges: 0, steps: 0, calls: 0, callsOf: 0 };

  function render(message: ToolModelMessage): ToolModelMessage {
    const results = message.content.filter(isResult);
    const toForm = (part: ToolResultPart) => forms.get(toKey(part)) ?? "whole";
    const key = results.map(toForm).join();
    const before = kept.get(message);
    if (before?.key === key) return before.message as ToolModelMessage;
    const limits = toLimits(results, options);
    const next: ToolModelMessage = {
      ...message,
      content: message.content.map((part) =>
        isResult(part) ? renderResult(part, toForm(part), options, limits.get(part) ?? 0) : part,
      ),
    };
    kept.set(message, { key, message: next });
    return next;
  }

  return (messages) => {
    const older = listOlderResults(messages, options);
    for (const { key, tokens } of older)
      if (!forms.has(key) && tokens > longResultTokens) forms.set(key, "compact");
    if (options.isTight) for (const { key } of older) forms.set(key, "line");
    const build = (): ModelMessage[] =>
      leaveOut(
        messages.map((message) => (isToolMessage(message) ? render(message) : message)),
        left,
        options,
      );
    let fitted = build();
    for (const [share, form] of [
      [endsFromShare, "ends"],
      [linesFromShare, "line"],
    ] as const) {
      if (toTokens(fitted, options) <= options.room.total * share) return fitted;
      for (const { key } of older) raise(forms, key, form);
      fitted = build();
    }
    const most = options.room.total - options.room.answer;
    while (toTokens(fitted, options) > most && leaveMoreOut(messages, left, options)) fitted = build();
    return fitted;
  };
}

function toTokens(messages: readonly ModelMessage[], { room }: FitOptions): number {
  return messages.reduce((sum, message) => sum + estimateMessageTokens(message), room.system);
}

function raise(forms: Map<string, ResultForm>, key: string, form: "ends" | "line"): void {
  if (forms.get(key) !== "line") forms.set(key, form);
}

function toKey(part: ToolResultPart): string {
  return toResultKey(part.toolCallId, toResultText(part) ?? "");
}

/** What each of the results that came together may take. */
function toLimits(results: readonly ToolResultPart[], { room }: FitOptions): Map<ToolResultPart, number> {
  const most = Math.floor(room.total * largestResultShare);
  const sizes = results.map((part) => Math.min(most, estimateTokens(toResultText(part) ?? "")));
  const rooms = shareRoom(sizes, Math.max(0, room.scratch - callTokens * results.length));
  // Whatever else is there, the model reads something of what it asked for.
  const least = Math.min(shownResultTokens, Math.floor((room.total * shownShare) / results.length));
  return new Map(
    results.map((part, index) => [part, Math.max(rooms[index] ?? 0, Math.min(least, sizes[index] ?? 0))]),
  );
}

function renderResult(
  part: ToolResultPart,
  form: ResultForm,
  { findResult }: FitOptions,
  limit: number,
): ToolResultPart {
  const text = toResultText(part);
  if (text === null) return part;
  const known = findResult(part.toolCallId, text);
  const ids = known.ids.length > 0 ? known.ids : findIds(text);
  if (form === "line") return withText(part, toShorter(text, toLine(part.toolName, ids)));
  const shown =
    (form === "whole" ? null : known.compact) ??
    (limit < Math.min(leastResultTokens, estimateTokens(text))
      ? toShorter(text, toLine(part.toolName, ids))
      : shortenResult(text, limit, ids));
  return shown === text && form !== "ends"
    ? part
    : withText(part, form === "ends" ? toEnds(shown, ids) : shown);
}

/** A small result says more than that it is left out. */
function toShorter(text: string, line: string): string {
  return estimateTokens(text) <= estimateTokens(line) ? text : line;
}

function shortenResult(text: string, limit: number, ids: readonly string[]): string {
  if (estimateTokens(text) <= limit) return text;
  const hint = ids.length === 0 ? "" : `\n(Shortened${toRecallHint(ids)}.)`;
  return `${shorten(text, "", Math.max(1, limit - estimateTokens(hint)))}${hint}`;
}

/** Results of earlier turns, and of this run those before its newest step. */
function listOlderResults(
  messages: readonly ModelMessage[],
  options: FitOptions,
): { key: string; tokens: number }[] {
  const newest = messages.findLastIndex(isToolMessage);
  const isOfRun = newest >= options.leadLength + options.historyLength;
  return messages
    .slice(0, isOfRun ? newest : messages.length)
    .flatMap((message) =>
      isToolMessage(message)
        ? message.content
            .filter(isResult)
            .map((part) => ({ key: toKey(part), tokens: estimateTokens(toResultText(part) ?? "") }))
        : [],
    );
}
