import { createMarkdownReader } from "@/lib/protocol/markdown-reader";

/** `withdraw`: the text since the last thought was thought. */
export type Piece = { kind: "text" | "thought"; text: string } | { kind: "withdraw" };

type State = {
  pending: string;
  thought: Thought | null;
  /** Blanks before the first word of an answer. */
  lead: string;
  hasText: boolean;
  hasThought: boolean;
  hasOpened: boolean;
  hasLoneEnd: boolean;
  /** Marks that the answer names, whose ends are text too. */
  named: number;
  markdown: ReturnType<typeof createMarkdownReader>;
  /** Text that the reader of Markdown has not seen: it is asked only where a mark stands. */
  unread: string;
};

const toAnswerState = () => ({
  ...{ thought: null, lead: "", hasText: false, named: 0, markdown: createMarkdownReader(), unread: "" },
});

/**
 * Tells thoughts from the answer in the text of a model that writes both into one: `<think>` and its like,
 * and Harmony's channels. Text is held back only where a mark may begin. A mark in code, or in the middle of
 * a line, is text. With `startsAsThought` the model leaves out where its thoughts begin.
 */
export function createThoughtReader(startsAsThought: boolean) {
  const state: State = {
    ...{ pending: "", hasThought: false, hasOpened: false, hasLoneEnd: false, ...toAnswerState() },
    thought: startsAsThought ? { from: "nowhere", open: "", text: "" } : null,
  };
  return {
    push(delta: string): Piece[] {
      if (state.pending === "" && !markStart.test(delta)) return emit(state, delta);
      state.pending += delta;
      return advance(state, false);
    },
    /** `isCut`: the model did not end it itself, or it goes on with calls. Else there is an answer in it. */
    end(isCut: boolean): Piece[] {
      const pieces = advance(state, true);
      const { thought } = state;
      if (thought === null || thought.from === "start" || isCut) return pieces;
      state.thought = null;
      return [...pieces, ...emit(state, thought.open + thought.text)];
    },
    /** Whether thoughts ended that had no beginning. */
    hasLoneEnd: () => state.hasLoneEnd,
  };
}

function advance(state: State, isOver: boolean): Piece[] {
  const { pending } = state;
  const pieces: Piece[] = [];
  let at = 0;
  while (at < pending.length) {
    const { start, mark } = findMark(pending, at, isOver);
    pieces.push(...emit(state, pending.slice(at, start)));
    at = start;
    if (mark === null) break;
    const end = at + mark.text.length;
    const behind = pending.slice(end, end + longestGap);
    const isDecided = isOver || behind.length === longestGap || /\S/.test(behind);
    if (!isDecided && mark.kind === "close") break;
    const { thought } = state;
    const taken =
      thought === null ? takeInText(state, mark, behind) : takeInThought(state, mark, behind, thought);
    pieces.push(...(taken ?? emit(state, pending.slice(at, end))));
    at = end;
  }
  state.pending = pending.slice(at);
  return pieces;
}

function emit(state: State, text: string): Piece[] {
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

/** `null`: the mark is text. */
function takeInText(state: State, { text, kind }: Mark, behind: string): Piece[] | null {
  state.markdown.read(state.unread);
  state.unread = "";
  if (state.markdown.isCode()) return null;
  const line = state.markdown.line();
  if (kind === "open" && line.trim() === "") {
    state.thought = { from: state.hasText ? "middle" : "start", open: text, text: "" };
    state.hasOpened = true;
    return [];
  }
  if (kind === "open") state.named += 1;
  if (kind === "end") return state.hasOpened ? [] : null;
  if (kind === "answer") {
    const pieces = state.hasText ? withdraw(state) : endThought(state);
    state.hasOpened = true;
    return pieces;
  }
  if (kind === "close" && state.named === 0 && standsAlone(line, behind)) return withdraw(state);
  if (kind === "close") state.named = Math.max(0, state.named - 1);
  return null;
}

function takeInThought(state: State, { kind }: Mark, behind: string, thought: Thought): Piece[] | null {
  // Some servers repeat the mark with which they began the answer.
  const isRepeated = kind === "open" && thought.text.trim() === "";
  if (isRepeated && thought.from === "nowhere") thought.from = "start";
  if (kind === "open") return isRepeated ? [] : null;
  const isQuoted = /["'`“‘]$/.test(thought.text.slice(-1)) && /^["'`”’]/.test(behind);
  return isQuoted ? null : endThought(state);
}

function endThought(state: State): Piece[] {
  if (state.thought?.from === "nowhere") state.hasLoneEnd = true;
  Object.assign(state, { ...toAnswerState(), hasThought: true });
  return [];
}

function withdraw(state: State): Piece[] {
  const pieces: Piece[] = state.hasText ? [{ kind: "withdraw" }] : [];
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

/** `from`: before an answer, behind some of it, or without a mark. */
type Thought = { from: "start" | "middle" | "nowhere"; open: string; text: string };
/** `answer` begins an answer, and ends a thought where there is one; `end` ends what Harmony has begun. */
type Mark = { text: string; kind: "open" | "close" | "answer" | "end" };

const longestGap = 200;

/** In the answer: on a line of its own, or with words attached on both sides, as no sentence writes it. */
function standsAlone(line: string, behind: string): boolean {
  if (line.trim() === "") return true;
  if (/^[ \t]*\n/.test(behind)) return /\S/.test(behind);
  return /[\p{L}\p{N}.!?…。！？]$/u.test(line) && /^[\p{L}\p{N}]/u.test(behind);
}

/** As models and their templates write them: Qwen, DeepSeek, Seed, Magistral, Kimi, Command, OpenThinker. */
const names = ["think", "thinking", "thought", "reasoning", "seed:think"];
const harmonyStarts = ["<|end|><|start|>assistant", "<|start|>assistant", ""];
const toHarmony = (channel: string) =>
  harmonyStarts.map((start) => `${start}<|channel|>${channel}<|message|>`);
const texts: Record<Mark["kind"], string[]> = {
  open: [
    ...names.map((name) => `<${name}>`),
    ...["[think]", "◁think▷", "<|start_thinking|>", "<|begin_of_thought|>", ...toHarmony("analysis")],
  ],
  close: [
    ...names.map((name) => `</${name}>`),
    ...["[/think]", "◁/think▷", "<|end_thinking|>", "<|end_of_thought|>"],
  ],
  answer: [
    ...toHarmony("final"),
    ...toHarmony("commentary"),
    ...["<|start_response|>", "<|begin_of_solution|>"],
  ],
  end: ["<|end|>", "<|return|>", "<|end_response|>", "<|end_of_solution|>"],
};
const marks = (["open", "close", "answer", "end"] as const).flatMap((kind) =>
  texts[kind].map((text): Mark => ({ text, kind })),
);
const markStart = /[<[◁]/;
/** By the first character, which is cheap to look for. */
const byStart = Map.groupBy(
  marks.toSorted((a, b) => b.text.length - a.text.length),
  ({ text }) => text[0],
);
const longestMark = Math.max(...marks.map(({ text }) => text.length));

/** The next mark, or where one may begin; without any, the end of the text. */
function findMark(text: string, from: number, isOver: boolean): { start: number; mark: Mark | null } {
  for (let start = from; start < text.length; start++) {
    const known = byStart.get(text[start]);
    if (known === undefined) continue;
    const rest = text
      .slice(start, start + longestMark)
      .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    const mayGrow =
      !isOver && known.some((mark) => mark.text.length > rest.length && mark.text.startsWith(rest));
    if (mayGrow) return { start, mark: null };
    const mark = known.find((one) => rest.startsWith(one.text));
    if (mark !== undefined) return { start, mark };
  }
  return { start: text.length, mark: null };
}
