import type { Remembered } from "@/lib/models/offline/memory/remembered";
import type { ToolName } from "@/lib/protocol/tools";
import type { Language } from "./language";
import type { Exchange, SeenCall } from "./prompt-reader";
import type { Question } from "./question";
import type { Style } from "./style";

export type PlannedCall = { tool: ToolName; input: Record<string, unknown> };
export type Step =
  { kind: "act"; thought: string; calls: PlannedCall[] } | { kind: "say"; thought: string; text: string };

/** What happened since the person's last message, and what is still on offer. `isTemporary`: the chat remembers nothing. */
export type Turn = {
  calls: SeenCall[];
  offered: ReadonlySet<string>;
  isClosed: boolean;
  isTemporary: boolean;
  isMemoryOffForAll: boolean;
  language: Language;
};

/** One thing that was asked for. `next` is asked again after every round of calls; it keeps no state of its own. */
export type Task = { next(turn: Turn): Step };

export type Request = {
  question: Question;
  /** The part of the message as the person wrote it. */
  original: string;
  style: Style;
  system: string;
  earlier: Exchange[];
  /** Facts about the person that the prompt holds. */
  remembered: Remembered[];
  hasFiles: boolean;
};

/** Recognises a kind of request, or leaves it to the next one with null. */
export type Intent = (request: Request) => Task | null;

export function inLanguage(language: Language, english: string, chinese: string): string {
  return language === "zh" ? chinese : english;
}
