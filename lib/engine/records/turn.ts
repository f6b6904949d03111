import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { AgentSettings } from "@/lib/protocol/settings";
import type { StoredDocument, Transaction } from "@/lib/store/store";
import type { BranchPath } from "@/lib/data/branches";
import type { ConversationRecord } from "@/lib/data/conversations";
import type { StoredMessage } from "@/lib/data/messages";
import type { SetAside } from "./leases";
import type { TurnAsk } from "./turn-place";

export type TurnStart = TurnAsk & {
  runId: string;
  /** The worker that makes the reply. */
  owner: string;
  now: number;
  /** The limits, the reply's top cost, when what is set aside is given up, and replies at once per person. */
  settings: AgentSettings;
  ceilingMicroUsd: number;
  /** The answering models cost nothing. */
  isAnswerFree: boolean;
  reservedUntil: number;
  maxRuns: number;
  toRecord: (place: { question: ChatMessage; messageId: string | null; isTemporary: boolean }) => RunRecord;
  /** What another worker needs to go on with the reply, as text. */
  toBrief: (begun: BegunTurn) => string;
  /** Whether facts are learned from conversations when they have gone on for a while. */
  isLearnedFrom: boolean;
  /** The conversation begins as a temporary one, or is one already. */
  isTemporary: boolean;
  /** Where it is kept when it begins. */
  folder?: string | null | undefined;
  /** Who answers from now on, `null` for the built-in agent; without it whom the conversation names. */
  agent?: string | null | undefined;
  /** Whose day pays beside the person's, and what that may cost; `null` where it is not limited. */
  agentDay?: { id: string; cents: number } | null | undefined;
  /** The conversation of whose plan this is a step: no message of the person's, and paid by that reply. */
  stepOf?: string | undefined;
  /** The person is not there: it is no sign of them on this day. */
  isUnattended?: boolean;
  /** The title of a conversation that begins with this message. */
  toTitle: (message: ChatMessage) => string;
};

export type BegunTurn = {
  kind: "begun";
  userMessage: ChatMessage;
  /** Number of the reply in the conversation, and the way from it to the beginning. */
  seq: number;
  path: BranchPath;
  isFirstTurn: boolean;
  record: RunRecord;
  /** The reply that it goes on with. */
  base: ChatMessage | null;
  /** What the reply may cost, which is less than asked for when the person's money runs out. */
  grantedMicroUsd: number;
  /** `null` for a reply that another one pays. */
  setAside: SetAside | null;
  /** The person's first message of this day (UTC). */
  isFirstToday: boolean;
  /** A summary may reach up to it. */
  summarisedSeq: number;
  isTemporary: boolean;
  folder: string | null;
  /** Documents came with this message or an earlier one. */
  hasFiles: boolean;
};

/**
 * `busy`: another run holds the conversation. `answered`: this very message has its reply already. `agent`:
 * the conversation names this one, and nothing is saved until it is known.
 */
export type TurnBeginning =
  | BegunTurn
  | { kind: "busy"; runId: string }
  | { kind: "answered"; reply: ChatMessage }
  | { kind: "agent"; agent: string };

export type TurnEnd = {
  userId: string;
  conversationId: string;
  /** Which of the run's workers saves it. */
  epoch: number;
  reply: StoredMessage;
  /** What it replies to. */
  question: ChatMessage;
  record: RunRecord;
  /** What counts against the person's money: the cost, and an estimate for models whose price is unknown. */
  chargedMicroUsd: number;
  /** One that a model made; it stays unless the person has given one. */
  title: string | null;
  now: number;
};

/** What a subject writes in the transaction that begins or ends a turn. What it throws undoes all of that. */
export type TurnHook = {
  /** What it has to read, as all is read before anything is written: `into` writes what was decided. */
  paths?(key: TurnKey): string[];
  begin?(turn: BeginningTurn, found: Found): TurnWrites;
  end?(turn: EndingTurn, found: Found): Pick<TurnWrites, "into">;
};
/** `record`: of a reply that ends. `setAside`: of a run that ends without one. */
export type TurnKey = Pick<TurnStart, "userId" | "conversationId" | "agentDay"> & {
  record?: RunRecord | undefined;
  setAside?: SetAside | null;
};
/** By path. */
export type Found = ReadonlyMap<string, StoredDocument | null>;
type TurnWrites = {
  conversation?: Partial<ConversationRecord>;
  turn?: Pick<BegunTurn, "grantedMicroUsd" | "isFirstToday" | "setAside">;
  into?(tx: Transaction): void;
};

/** `before`: the conversation until now. */
export type BeginningTurn = { start: TurnStart; before: ConversationRecord; question: StoredMessage };

/** `reply`: `null` for a run that ends without one; its title is the one that is kept, if any. */
export type EndingTurn = Pick<TurnEnd, "userId" | "conversationId" | "chargedMicroUsd" | "now"> & {
  runId: string;
  conversation: ConversationRecord | null;
  /** What the run has set aside and not given back. */
  setAside: SetAside | null;
  reply: TurnEnd | null;
};

/** The turn's own documents, and what the hooks have to read. */
export async function readFound(
  tx: Transaction,
  hooks: readonly TurnHook[],
  key: TurnKey,
  own: string[],
): Promise<Found> {
  const all = [...own, ...hooks.flatMap((hook) => hook.paths?.(key) ?? [])];
  const documents = await tx.findMany(all);
  return new Map(all.map((path, index) => [path, documents[index] ?? null]));
}
