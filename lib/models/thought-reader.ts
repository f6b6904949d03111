import { createMarkdownReader } from "@/lib/protocol/markdown-reader";
import { matchForm } from "./text-tools/match-form";
import {
  findMark,
  longestMark,
  type Mark,
  mayBeEnds,
  mayHoldMark,
  onlyEnds,
  outputStarts,
} from "./thought-marks";

/** `withdraw`: the text since the last thought was thought. */
export type ThoughtPiece = { kind: "text" | "thought"; text: string } | { kind: "withdraw" };

type State = {
  pending: string;
  thought: Thought | null;
  /** Blanks before the first word of an answer. */
  lead: string;
  hasText: boolean;
  hasThought: boolean;
  hasOpened: boolean;
  hasLoneEnd: boolean;
  /** The answer is in its own tag. */
  isWrapped: boolean;
  /** Marks that the answer names, whose ends are text too. */
  named: number;
  markdown: ReturnType<typeof createMarkdownReader>;
  /** Text that the reader of Markdown has not seen: it is asked only where a mark stands. */
  unread: string;
  hasThoughtBeside: () => boolean;
};

const toAnswerState = () => ({
  ...{ thought: null, lead: "", hasText: false, named: 0, markdown: createMarkdownReader(), unread: "" },
});

/**
 * Tells thoughts from the answer in the text of a model that writes both into one: `<think>` and its like,
 * and Harmony's channels. Text is held back only where a mark may begin. A mark in code, or in the middle of
 * a line, is text. With `startsAsThought` the model leaves out where its thoughts begin. `hasThoughtBeside`
 * says whether thoughts came outside of its text; `lead`: blanks of a text before it that had nothing else.
 */
export function createThoughtReader(startsAsThought: boolean, hasThoughtBeside = () => false, lead = "") {
  const state: State = {
    ...{ pending: "", hasThought: false, hasOpened: false, hasLoneEnd: false, isWrapped: false },
    ...{ ...toAnswerState(), lead, hasThoughtBeside },
    thought: startsAsThought ? { from: "nowhere", open: "", text: "" } : null,
  };
  return {
    push(delta: string): ThoughtPiece[] {
      const isSearched = state.pending !== "" || isAtStart(state) || mayHoldMark(delta, isLost(state));
      if (!isSearched) return emit(state, delta);
      state.pending += delta;
      return advance(state, false);
    },
    /** `isCut`: the model did not end it itself, or it goes on with calls. Else there is an answer in it. */
    end(isCut: boolean): ThoughtPiece[] {
      const pieces = advance(state, true);
      const { thought } = state;
      if (thought === null || thought.from === "start" || isCut) return pieces;
      state.thought = null;
      return [...pieces, ...emit(state, thought.open + thought.text)];
    },
    /** Of a text without a word. */
    blanks: () => (state.hasText || state.thought !== null ? "" : state.lead),
    /** Whether thoughts ended that had no beginning. */
    hasLoneEnd: () => state.hasLoneEnd,
  };
}

function advance(state: State, isOver: boolean): ThoughtPiece[] {
  const started = takeStart(state, isOver);
  if (started === null) return [];
  const { pending } = state;
  const pieces: ThoughtPiece[] = [];
  let at = started;
  while (at < pending.length) {
    const { start, mark } = findMark(pending, { from: at, isOver, isLost: isLost(state) });
    pieces.push(...emit(state, pending.slice(at, start)));
    at = start;
    if (mark === null) break;
    const end = at + mark.text.length;
    const behind = pending.slice(end, end + longestGap);
    const isOpenEnd = isEnd(state, mark) && (isOver ? onlyEnds : mayBeEnds).test(behind);
    const isDecided = behind.length === longestGap || /\S/.test(behind);
    if (!isOver && (isOpenEnd || (!isDecided && needsBehind.has(mark.kind)))) break;
    const taken = isOpenEnd ? [] : take(state, mark, behind);
    pieces.push(...(taken ?? emit(state, pending.slice(at, end))));
    at = isOpenEnd ? pending.length : end;
  }
  state.pending = pending.slice(at);
  return pieces;
}

const needsBehind = new Set<Mark["kind"]>(["close", "wrap"]);

/** `null`: the mark is text. */
function take(state: State, mark: Mark, behind: string): ThoughtPiece[] | null {
  const { thought } = state;
  return thought === null ? takeInText(state, mark, behind) : takeInThought(state, mark, behind, thought);
}

const isLost = ({ thought }: State): boolean => thought?.from === "lost";
const isAtStart = ({ thought, hasText, hasThought, hasOpened }: State): boolean =>
  thought === null && !hasText && !hasThought && !hasOpened;

/** How much of an output's beginning stands for a mark that was taken out; `null`: that is not known yet. */
function takeStart(state: State, isOver: boolean): number | null {
  if (!isAtStart(state)) return 0;
  const text = state.lead + state.pending;
  for (const [kind, form] of outputStarts) {
    const length = matchForm(text.slice(0, longestMark), form);
    if (length === "maybe" && !isOver) return null;
    if (typeof length !== "number") continue;
    const from = kind === "lost" ? "lost" : "start";
    state.thought = kind === "answer" ? null : { from, open: text.slice(0, length), text: "" };
    const taken = length - state.lead.length;
    [state.lead, state.hasOpened] = ["", true];
    return taken;
  }
  return 0;
}

/** Whether a mark ends the whole output where nothing else follows; a sentence has it behind a blank. */
function isEnd(state: State, { kind }: Mark): boolean {
  const isKind = kind === "stop" || (kind === "end" && !state.hasOpened);
  if (!isKind || state.thought !== null) return false;
  state.markdown.read(state.unread);
  state.unread = "";
  return !state.markdown.isCode() && !/[ \t]$/.test(state.markdown.line());
}

function emit(state: State, text: string): ThoughtPiece[] {
  if (text === "") return [];
  if (state.thought !== null) {
    state.thought.text += text;
    return [{ kind: "thought", text }];
  }
  if (!state.hasText && !/\S/.test(text)) {
    state.lead += text;
    return [];
  }
  const shown = state.hasText ? text : state.hasThought ? text.trimStart() : state.lead + text;
  state.hasText = true;
  state.unread += shown;
  return [{ kind: "text", text: shown }];
}

function takeInText(state: State, { text, kind }: Mark, behind: string): ThoughtPiece[] | null {
  state.markdown.read(state.unread);
  state.unread = "";
  if (state.markdown.isCode()) return null;
  const line = state.markdown.line();
  switch (kind) {
    case "open":
      if (line.trim() !== "") {
        state.named += 1;
        return null;
      }
      state.thought = { from: state.hasText ? "middle" : "start", open: text, text: "" };
      state.hasOpened = true;
      return [];
    case "answer": {
      const pieces = state.hasText ? withdraw(state) : endThought(state);
      state.hasOpened = true;
      return pieces;
    }
    case "close":
      if (state.named === 0 && standsAlone(line, behind)) return withdraw(state);
      state.named = Math.max(0, state.named - 1);
      return null;
    case "wrap":
      return takeWrap(state, behind);
    case "unwrap":
      return state.isWrapped ? [] : null;
    case "end":
      return state.hasOpened ? [] : null;
    case "stop":
      return null;
  }
}

/** What begins with a tag is a document, not an answer in one. */
function takeWrap(state: State, behind: string): ThoughtPiece[] | null {
  const isAnswer = !state.hasText && (state.hasThought || state.hasThoughtBeside());
  if (!isAnswer || /^\s*</.test(behind)) return null;
  [state.isWrapped, state.hasThought, state.lead] = [true, true, ""];
  return [];
}

function takeInThought(state: State, mark: Mark, behind: string, thought: Thought): ThoughtPiece[] | null {
  const { kind } = mark;
  // Some servers repeat the mark with which they began the answer.
  const isRepeated = kind === "open" && thought.text.trim() === "";
  if (isRepeated && thought.from === "nowhere") thought.from = "start";
  if (kind === "open") return isRepeated ? [] : null;
  const isText = kind === "wrap" || kind === "unwrap" || (kind === "stop" && mark.text !== "<|eom|>");
  const isQuoted = /["'`“‘]$/.test(thought.text.slice(-1)) && /^["'`”’]/.test(behind);
  return isText || isQuoted ? null : endThought(state);
}

function endThought(state: State): ThoughtPiece[] {
  if (state.thought?.from === "nowhere") state.hasLoneEnd = true;
  Object.assign(state, { ...toAnswerState(), hasThought: true });
  return [];
}

function withdraw(state: State): ThoughtPiece[] {
  const pieces: ThoughtPiece[] = state.hasText ? [{ kind: "withdraw" }] : [];
  state.hasLoneEnd ||= !state.hasOpened;
  return [...pieces, ...endThought(state)];
}

/** The same for a text that is complete. */
export function splitThoughts(output: string, isCut = false): { text: string; thought: string } {
  const reader = createThoughtReader(false);
  let [text, thought] = ["", ""];
  for (const piece of [...reader.push(output), ...reader.end(isCut)])
    if (piece.kind === "withdraw") [text, thought] = ["", thought + text];
    else if (piece.kind === "text") text += piece.text;
    else thought += piece.text;
  return { text, thought: thought.trim() };
}

/** `from`: before an answer, behind some of it, without a mark, or where the marks were taken out. */
type Thought = { from: "start" | "middle" | "nowhere" | "lost"; open: string; text: string };
const longestGap = 200;

/** In the answer: on a line of its own, or with words attached on both sides, as no sentence writes it. */
function standsAlone(line: string, behind: string): boolean {
  if (line.trim() === "") return true;
  if (/^[ \t]*\n/.test(behind)) return /\S/.test(behind);
  return /[\p{L}\p{N}.!?…。！？]$/u.test(line) && /^[\p{L}\p{N}]/u.test(behind);
}
