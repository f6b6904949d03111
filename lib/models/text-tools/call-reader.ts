import type { TextCall, TextTool } from "./action-shapes";
import { callSigns, createCallClassifier } from "./call-start";
import { createHeldAction, findFinalAnswer, type HeldAction } from "./held-action";
import { createPassedText, type PassedText } from "./passed-text";
import { readAction } from "./read-action";

export type CallPiece = { kind: "text" | "thought"; text: string } | { kind: "call"; call: TextCall };
/**
 * How an output ended. `unreadable` was meant as an action, and is left to the caller, who may ask again;
 * `raw` shows it as it stands.
 */
export type CallEnd = { kind: "calls" | "answer" | "unreadable" | "raw"; pieces: CallPiece[] };
/** For a model that was asked to write its actions as text: whether it is not asked again. */
export type Asked = { isLast: boolean };
/**
 * `isCut`: the model did not end it itself, so that a call in it may lack its end. `hasThought`: thoughts
 * came beside the text.
 */
export type OutputFacts = { isCut: boolean; hasThought: boolean };

type CallState = {
  tools: readonly TextTool[];
  asked: Asked | null;
  classify: ReturnType<typeof createCallClassifier>;
  passed: PassedText;
  /** Text that may still turn out to begin an action, or the action. */
  pending: string;
  held: HeldAction | null;
  unread: string | null;
};

/**
 * Finds calls in the text of a model while it comes. Text is held back only where a call may begin: outside
 * of code, or in a block of JSON that ends the output. Where actions were asked for, those are read too, and
 * their thoughts and their response are given as they come.
 */
export function createCallReader(tools: readonly TextTool[], asked: Asked | null = null) {
  const names = tools.map(({ name }) => name);
  const isAsked = asked !== null;
  const state: CallState = {
    ...{ tools, asked, classify: createCallClassifier(names, isAsked), passed: createPassedText(isAsked) },
    ...{ pending: "", held: null, unread: null },
  };
  const rest = (): string => state.held?.text() ?? state.passed.unsent() + state.pending;
  return {
    isAsked,
    push(delta: string): CallPiece[] {
      if (state.held !== null) return pushHeld(state, state.held, delta);
      const isPlain = state.pending === "" && !state.passed.isLineStart() && !callSigns.test(delta);
      if (!isPlain) return advance(state, delta);
      state.passed.add(delta);
      return state.passed.take();
    },
    /** What has come was thought; gives what was held back of it. */
    withdraw(): string {
      const text = rest();
      Object.assign(state, { held: null, pending: "", passed: createPassedText(isAsked) });
      return text;
    },
    end(facts: OutputFacts): CallEnd {
      const end = (isAsked ? endAsked : endUnasked)(state, rest(), facts);
      state.unread = end.kind === "unreadable" ? rest() : null;
      return end;
    },
    /** What the model has to be asked for again; `null` where that is nothing. */
    unread: () => state.unread,
  };
}

export type CallReader = ReturnType<typeof createCallReader>;

/** Passes what begins no call, up to what may. */
function advance(state: CallState, delta: string): CallPiece[] {
  const { passed } = state;
  const pending = state.pending + delta;
  let from = 0;
  let at = findPlace(pending, 0, passed.isLineStart());
  while (at < pending.length) {
    passed.add(pending.slice(from, at));
    from = at;
    const head = pending.slice(at, at + longestStart);
    const start = state.classify(head, passed.place());
    const isOpen = start === "maybe" && head.length < longestStart;
    if ((isOpen || start === "action") && !passed.isQuoted()) {
      state.pending = pending.slice(at);
      return start === "action" ? hold(state) : passed.take();
    }
    at = findPlace(pending, at + (/^(?:`+|\w+)/.exec(head)?.[0].length ?? 1), false);
  }
  passed.add(pending.slice(from));
  state.pending = "";
  return passed.take();
}

function hold(state: CallState): CallPiece[] {
  const { passed, asked, pending } = state;
  const before = passed.take();
  state.held = createHeldAction(asked === null ? null : passed.toSeparator(), passed.isLineStart());
  state.pending = "";
  return [...before, ...pushHeld(state, state.held, passed.drop() + pending)];
}

function pushHeld(state: CallState, held: HeldAction, delta: string): CallPiece[] {
  const pieces = held.push(delta);
  const final = state.asked === null || held.isJson() ? null : findFinalAnswer(held.text());
  if (final === null) return pieces;
  state.held = null;
  state.passed.add(final.answer);
  return [...toPieces("thought", final.thought), ...state.passed.take(true)];
}

function endUnasked(state: CallState, text: string, { isCut }: OutputFacts): CallEnd {
  const { passed, held } = state;
  const reading = isCut || isShownCode(text, passed.isLong()) ? null : readAction(text, state.tools);
  if (reading?.kind === "calls" && areKnown(state, reading)) return toCalls(reading, true);
  // Marks around nothing: the call came in a field of its own, or not at all.
  const isNothing = held?.isLineStart === true && emptyMarks.test(text);
  return { kind: "answer", pieces: toPieces("text", isNothing ? "" : text) };
}

const emptyMarks = /^(?:\s|<[^<>]{1,80}>|\[\/?[A-Z_]+\])+$/;

const areKnown = ({ tools }: CallState, { calls }: Calls): boolean =>
  calls.every(({ tool }) => tools.some(({ name }) => name === tool));

function endAsked(state: CallState, text: string, { hasThought }: OutputFacts): CallEnd {
  const { asked, held, passed, tools } = state;
  const isAction = !passed.hasGiven() || /"(?:action|tool_calls)"/.test(text);
  const mayAsk = asked?.isLast === false && isAction;
  if (text.trim() === "") return { kind: mayAsk && hasThought ? "unreadable" : "answer", pieces: [] };
  const reading = readAction(text, tools);
  const isNewThought = held?.hasThought() !== true;
  // Behind words, a call of nobody's tool is told of, not made.
  if (reading.kind === "calls" && (isAction || areKnown(state, reading)))
    return toCalls(reading, isNewThought);
  if (reading.kind === "answer") {
    const thoughts = toPieces("thought", isNewThought ? reading.thinking : "");
    return { kind: "answer", pieces: [...thoughts, ...toPieces("text", toRest(state, reading.text))] };
  }
  return endUnread(state, text, { isUnreadable: reading.kind === "unreadable" && isAction, mayAsk });
}

type UnreadCall = { isUnreadable: boolean; mayAsk: boolean };

function endUnread({ held }: CallState, text: string, { isUnreadable, mayAsk }: UnreadCall): CallEnd {
  const hasShown = held?.hasShown() === true;
  if (isUnreadable && mayAsk && !hasShown) return { kind: "unreadable", pieces: [] };
  return { kind: isUnreadable ? "raw" : "answer", pieces: toPieces("text", hasShown ? "" : text) };
}

/** What of a response was not shown while it came. */
function toRest({ passed, held }: CallState, response: string): string {
  const shown = held?.shown() ?? "";
  if (shown === "") return passed.toSeparator() + response;
  return response.startsWith(shown) ? response.slice(shown.length) : "";
}

type Calls = { thinking: string; calls: readonly TextCall[] };

function toCalls({ thinking, calls }: Calls, hasNewThoughts: boolean): CallEnd {
  const thoughts = toPieces("thought", hasNewThoughts ? thinking : "");
  return { kind: "calls", pieces: [...thoughts, ...calls.map((call) => ({ kind: "call" as const, call }))] };
}

const toPieces = (kind: "text" | "thought", text: string): CallPiece[] =>
  text === "" ? [] : [{ kind, text }];

/** By then it is known whether a call begins. */
const longestStart = 300;

const sign = new RegExp(callSigns, "g");

/** The next place from there where a call may begin: a sign, the first character of a line. */
function findPlace(text: string, from: number, isLineStart: boolean): number {
  sign.lastIndex = from;
  const at = isLineStart ? from : (sign.exec(text)?.index ?? text.length);
  if (!isLineStart && text[at] !== "\n") return at;
  let place = at;
  while (place < text.length && /[\s\u200b]/.test(text[place] ?? "")) place += 1;
  return place;
}

/** Blocks of code that do more than call: more than a line leads to them, or words follow. */
function isShownCode(text: string, isBehindMore: boolean): boolean {
  if (!text.startsWith("```") || /^```[ \t]?(?:tool|function)/.test(text)) return false;
  const isAlone = /^(?:```[\w-]*[ \t]*\n(?:(?!```)[\s\S])*(?:```\s*|$))+$/.test(text);
  return !isAlone || isBehindMore;
}
