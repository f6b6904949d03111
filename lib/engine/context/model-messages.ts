import {
  toContextRoom,
  toHistoryRoom,
  type ContextRoom,
  type HistoryRoom,
} from "@/lib/engine/loop/context/room";
import {
  estimateMessage,
  selectHistory,
  takeExchanges,
  type PlacedMessage,
} from "@/lib/engine/loop/context/history";
import { extendSummary, type SummaryTurn } from "@/lib/engine/loop/context/summary";
import { buildEarlierNote } from "@/lib/engine/loop/prompt";
import { writePieces } from "./contributions";
import type { ContextPiece, Contribution } from "@/lib/engine/feature";
import { estimateTokens, estimateToolTokens } from "@/lib/engine/loop/tokens";
import type { Files } from "@/lib/data/files";
import type { Summary } from "@/lib/engine/records/summaries";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import { isPictureType, type RunMode } from "@/lib/protocol/chat-request";
import { toMessageText, toSteeringText } from "@/lib/protocol/message-text";
import { convertToModelMessages, type ModelMessage, type ToolSet } from "ai";
import { recallTool } from "@/lib/engine/tools/recall-details/schema";

/** At most this many messages of a conversation are read for a run, however long it is. */
export const historyWindow = 40;
/** What the summary of everything before the window may take. */
export const summaryTokens = 800;
/** How many exchanges stay as they were when the vendor found the conversation too long. */
const exchangesWhenTight = 2;

export type ContextInput = {
  userId: string;
  /** The newest messages, the question last. */
  placed: readonly PlacedMessage[];
  summary: Summary | null;
  contributions: readonly Contribution[];
  /** What a step is told that holds for the whole answer; none for a reply to a person. */
  taskNote?: string;
  mode: RunMode;
  instructions: string;
  contextWindow: number;
  seesImages: boolean;
  /** What the conversation and the answer may take when the vendor found it too long. */
  mostTokens: number | null;
  tools: ToolSet;
  /** Names of those that are offered. */
  activeTools: readonly string[];
  files: Files;
};

/** The first `leadLength` messages stay, the `historyLength` behind them may be left out. */
export type ModelContext = {
  messages: ModelMessage[];
  leadLength: number;
  historyLength: number;
  room: ContextRoom;
};

/** Sent before the reply's own steps: the past in few words, newest messages that fit, notes, question. */
export async function toModelContext(input: ContextInput): Promise<ModelContext> {
  const { placed, mode, instructions, contextWindow, mostTokens, tools, activeTools, taskNote = "" } = input;
  const question = placed.at(-1);
  const write = (at: ContextPiece["at"]) =>
    writePieces(input.contributions, at, { contextWindow, tools: activeTools });
  const beside = write("question");
  const told = [...(taskNote === "" ? [] : [taskNote]), ...write("person"), ...write("note"), ...beside];
  const questionTokens =
    (question === undefined ? 0 : estimateMessage(question.message)) + estimateTokens(beside.join(""));
  const fixedTokens = estimateTokens(instructions) + estimateToolTokens(tools, activeTools) + summaryTokens;
  const window = mostTokens === null ? contextWindow : Math.min(contextWindow, fixedTokens + mostTokens);
  const room = toContextRoom({ mode, fixedTokens, questionTokens, contextWindow: window });
  const shown = selectShown(input, toHistoryRoom(room));
  const lead = toLead(input, shown);
  const history = await convert(input, shown.slice(0, -1));
  const asked = await convert(input, shown.slice(-1));
  const notes = told.map((content): ModelMessage => ({ role: "user", content }));
  return {
    messages: [...lead, ...history, ...notes, ...asked],
    leadLength: lead.length,
    historyLength: history.length,
    room,
  };
}

/** A document's or a picture's, in our own address. */
export function toFileId(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

function selectShown({ placed, summary, mostTokens }: ContextInput, room: HistoryRoom): PlacedMessage[] {
  const behindSeq = summary?.untilSeq ?? 0;
  return selectHistory(mostTokens !== null ? takeExchanges(placed, exchangesWhenTight) : placed, {
    ...room,
    behindSeq,
  });
}

/** The reply that is being made, as far as it is; nothing of it is left out. */
export async function toOwnModelMessages({
  userId,
  message,
  tools,
  files,
}: {
  userId: string;
  message: ChatMessage;
  tools: ToolSet;
  files: Files;
}): Promise<ModelMessage[]> {
  const parts = await Promise.all(
    message.parts
      .filter(isForModels)
      .map((part) => toReadablePart(part, { userId, seesImages: false, files })),
  );
  return convertToModelMessages<ChatMessage>([{ ...message, parts }], {
    tools,
    ignoreIncompleteToolCalls: true,
  });
}

/** What came before the window: its summary, and in its own words what nobody has summed up yet. */
function toLead(
  { placed, summary, activeTools }: ContextInput,
  shown: readonly PlacedMessage[],
): ModelMessage[] {
  const [first] = shown;
  if (first === undefined || isFirst(first)) return [];
  const from = first.seq;
  const unread = placed.filter(({ seq }) => seq < from && seq > (summary?.untilSeq ?? 0));
  const text =
    unread.length === 0
      ? (summary?.text ?? "")
      : extendSummary(summary?.text ?? "", unread.flatMap(toSummaryTurns), summaryTokens);
  return [
    {
      role: "user",
      content: buildEarlierNote({
        count: from - 1,
        summary: text,
        canRecall: activeTools.includes(recallTool),
      }),
    },
  ];
}

/** The conversation begins with it; of before branches is the message without a parent that is number 1. */
export function isFirst({ seq, message }: PlacedMessage): boolean {
  return seq === 1 || message.metadata?.parentId === null;
}

/** What the person said while a reply was made is the person's, as far as summing up goes. */
export function toSummaryTurns({ seq, message }: PlacedMessage): SummaryTurn[] {
  const steered = toSteeringText(message);
  const turn: SummaryTurn = {
    seq,
    role: message.role === "user" ? "user" : "assistant",
    text: toMessageText(message),
  };
  return steered === "" ? [turn] : [{ seq, role: "user", text: steered }, turn];
}

async function convert(
  { userId, seesImages, tools, files }: ContextInput,
  placed: readonly PlacedMessage[],
): Promise<ModelMessage[]> {
  const readable = await Promise.all(
    placed.map(async ({ message }) => ({
      ...message,
      parts: await Promise.all(
        message.parts
          .filter(isForModels)
          .map((part) =>
            toReadablePart(part, { userId, seesImages: seesImages && message.role === "user", files }),
          ),
      ),
    })),
  );
  return convertToModelMessages<ChatMessage>(readable, { tools, ignoreIncompleteToolCalls: true });
}

/** What a provider tells the interface of itself means nothing to another one. */
const isForModels = ({ type }: ChatPart): boolean => type !== "custom";

async function toReadablePart(
  part: ChatPart,
  { userId, seesImages, files }: { userId: string; seesImages: boolean; files: Files },
): Promise<ChatPart> {
  if (part.type !== "file") return part;
  if (!part.mediaType.startsWith("image/")) {
    const name = (part.filename ?? "document").replace(/\s+/gu, " ");
    return {
      type: "text",
      text: `[A document: ${name}. retrieve and lookup read it (${toFileId(part.url)}).]`,
    };
  }
  const name = part.filename ?? "picture";
  if (!isPictureType(part.mediaType)) return { type: "text", text: `[A file: ${name}.]` };
  if (!seesImages) return { type: "text", text: `[A picture: ${name}. It cannot be shown to you.]` };
  const file = await files.get(userId, toFileId(part.url)).catch(() => null);
  if (file === null) return { type: "text", text: `[A picture: ${name}. It is no longer there.]` };
  return { ...part, url: `data:${file.mediaType};base64,${Buffer.from(file.bytes).toString("base64")}` };
}
