import type { RunMode } from "@/lib/protocol/chat-request";

/** Tokens by estimate. `total` holds everything of a call: what is sent and the answer's reserve. */
export type ContextRoom = {
  total: number;
  system: number;
  history: number;
  current: number;
  scratch: number;
  answer: number;
};

/** By mode. The shares are minimums: what one part leaves, another may use. */
const rooms: Record<RunMode, ContextRoom> = {
  fast: { total: 20_000, system: 500, history: 3_000, current: 500, scratch: 12_000, answer: 4_000 },
  balanced: { total: 30_000, system: 500, history: 5_000, current: 500, scratch: 18_000, answer: 6_000 },
  thinking: { total: 40_000, system: 500, history: 4_000, current: 500, scratch: 28_000, answer: 7_000 },
};
const classes: readonly RunMode[] = ["fast", "balanced", "thinking"];

/** Up to this share of the room a message is no reason for a larger one. */
const longMessageShare = 0.25;

export type RoomRequest = {
  mode: RunMode;
  /** System text and tools. */
  fixedTokens: number;
  /** The person's message, with its pictures. */
  questionTokens: number;
  /** Of the model that is asked. */
  contextWindow: number;
};

/** What system text and tools need beyond their share comes from the results', up to this part of it. */
const resultsGivenShare = 0.5;

/** A long message raises the class, then the total; so do very many tools. The model's window limits it. */
export function toContextRoom({
  mode,
  fixedTokens,
  questionTokens,
  contextWindow,
}: RoomRequest): ContextRoom {
  const own = classes.indexOf(mode);
  const raised = classes.slice(own).find((name) => questionTokens <= rooms[name].total * longMessageShare);
  const base = rooms[raised ?? "thinking"];
  const system = Math.max(base.system, fixedTokens);
  const given = Math.min(system - base.system, Math.floor(base.scratch * resultsGivenShare));
  const extra = Math.max(0, questionTokens - base.total * longMessageShare) + system - base.system - given;
  return fitWindow(
    {
      ...base,
      total: base.total + Math.ceil(extra),
      system,
      scratch: base.scratch - given,
      current: Math.max(base.current, questionTokens),
    },
    contextWindow,
  );
}

/** A smaller window shrinks the shares that can shrink, all alike. */
function fitWindow(room: ContextRoom, contextWindow: number): ContextRoom {
  if (room.total <= contextWindow) return room;
  const fixed = room.system + room.current;
  const share = Math.max(0, contextWindow - fixed) / Math.max(1, room.total - fixed);
  const shrink = (tokens: number) => Math.floor(tokens * share);
  return {
    ...room,
    total: contextWindow,
    history: shrink(room.history),
    scratch: shrink(room.scratch),
    answer: shrink(room.answer),
  };
}

/** Tools leave so much of the window to what was said, what they give and the answer. */
const toolFreeShare = 0.4;
/** A question that is longer takes no place of tools: it is shortened where the window asks for it. */
const questionShare = 0.3;

/** What the tools may take of a window, beside the instructions and the question, in tokens. */
export function toToolRoom({
  contextWindow,
  fixedTokens,
  questionTokens,
}: Omit<RoomRequest, "mode">): number {
  const question = Math.min(questionTokens, contextWindow * questionShare);
  return Math.max(0, Math.floor(contextWindow * (1 - toolFreeShare) - fixedTokens - question));
}

export type HistoryRoom = {
  tokens: number;
  /** When that is full, so much is left of it. */
  shrinkTo: number;
  /** What the newest exchange may take alone: a document is asked about more than once. */
  newestTokens: number;
};

/** The verbatim history's room before results use the rest: above its share while nobody else needs it. */
export function toHistoryRoom({ total, system, history, current, scratch }: ContextRoom): HistoryRoom {
  const free = total * historyUntil - system - current;
  const tokens = Math.max(history, Math.min(mostHistoryTokens, Math.floor(free)));
  return {
    tokens,
    shrinkTo: Math.floor(tokens / 2),
    newestTokens: Math.max(tokens, history + Math.floor(scratch / 2)),
  };
}

/** From this share of the room on, older results are cut: the history alone must not come near it. */
const historyUntil = 0.5;
const mostHistoryTokens = 6_000;
