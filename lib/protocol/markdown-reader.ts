import { leadLength } from "@/lib/features/evidence/shape/citation-place";
import { isLinePrefix } from "./mask-text";

const tokens = /`+|~+|\$+|[\n\\[\]]|[^`~$\n\\[\]]+/g;
const listItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s/;

type MarkdownState = {
  fence: { sign: string; length: number } | null;
  isFenceOpening: boolean;
  /** Backticks that opened a span of code; 0 outside of one. */
  span: number;
  formula: string | null;
  /** Brackets that are open. */
  depth: number;
  /** Whether the address or the title of a link is open. */
  isTarget: boolean;
  /** The newest line, or its last characters. */
  line: string;
  isIndented: boolean;
  /** Equal signs at the end that may become more, or a backslash. */
  run: { sign: string; length: number };
};

const noRun = { sign: "", length: 0 };

/**
 * Follows a Markdown text while it is written, in pieces of any size, and says whether what comes next may
 * stand in code, in a formula or in brackets. Where that is not known yet, it may.
 */
export function createMarkdownReader() {
  const state: MarkdownState = {
    ...{ fence: null, isFenceOpening: false, span: 0, formula: null, depth: 0, isTarget: false },
    ...{ line: "", isIndented: false, run: noRun },
  };
  return {
    read(text: string): void {
      for (const [token] of text.matchAll(tokens)) readToken(state, token);
    },
    /** Whether a bracket or a tag that comes next may be code. */
    isCode(): boolean {
      settleRun(state, "[");
      return state.fence !== null || state.span > 0 || (state.isIndented && !listItem.test(state.line));
    },
    /** Whether a bracket that comes next may be part of a formula or of a link, or stands in another one. */
    isEnclosed: (): boolean => state.formula !== null || state.depth > 0 || state.isTarget,
    line: (): string => state.line,
  };
}

function readToken(state: MarkdownState, token: string): void {
  const sign = token[0] ?? "";
  if (state.run.sign !== sign) settleRun(state, sign);
  if (sign === "\n") return endLine(state);
  if (state.isTarget ? token.includes(")") : sign === "(" && state.line.endsWith("]"))
    state.isTarget = !token.includes(")");
  state.line = (state.line + token).slice(-leadLength);
  // A backslash behind another one is escaped by it.
  if (sign === "\\" && state.run.length > 0) state.run = noRun;
  else if (/[`~$\\]/.test(sign)) state.run = { sign, length: state.run.length + token.length };
  else {
    if (sign === "[") state.depth += 1;
    if (sign === "]") state.depth = Math.max(0, state.depth - 1);
    state.isIndented ||= state.line.length < leadLength && /^(?: {4}|\t)/.test(state.line);
  }
}

function settleRun(state: MarkdownState, next: string): void {
  const { sign, length } = state.run;
  state.run = noRun;
  if (sign === "\\") readEscaped(state, next);
  else if (sign === "$") readDollars(state, length, next);
  else if (
    length >= 3 &&
    state.span === 0 &&
    state.fence === null &&
    isLinePrefix(state.line.slice(0, -length))
  ) {
    state.fence = { sign, length };
    state.isFenceOpening = true;
  } else if (sign === "`") readTicks(state, length);
}

function readTicks(state: MarkdownState, length: number): void {
  // Backticks behind others on one line make those a span of code.
  if (state.isFenceOpening && state.fence?.sign === "`")
    [state.span, state.fence] = [state.fence.length, null];
  if (state.fence === null) state.span = state.span === 0 ? length : state.span === length ? 0 : state.span;
}

function readDollars(state: MarkdownState, length: number, next: string): void {
  if (state.fence !== null || state.span > 0) return;
  const sign = length > 1 ? "$$" : "$";
  if (state.formula === sign) state.formula = null;
  else if (state.formula !== null) return;
  else if (length > 1 || (/[^\s\d]/.test(next) && !/[\p{L}\p{N}]\$$/u.test(state.line))) state.formula = sign;
}

function readEscaped(state: MarkdownState, next: string): void {
  if (state.fence !== null || state.span > 0) return;
  if (state.formula === null && (next === "[" || next === "(")) state.formula = next;
  else if (state.formula === (next === "]" ? "[" : next === ")" ? "(" : "")) state.formula = null;
}

function endLine(state: MarkdownState): void {
  if (state.formula === "$" || state.formula === "(") state.formula = null;
  if (closesFence(state)) state.fence = null;
  if (state.line.trim() === "") [state.span, state.depth] = [0, 0];
  Object.assign(state, { line: "", isIndented: false, isFenceOpening: false, isTarget: false });
}

/** A fence is closed by a line of its sign alone. */
function closesFence({ fence, isFenceOpening, line }: MarkdownState): boolean {
  const rest = line.replace(/^[ \t>]+/, "").trimEnd();
  return (
    fence !== null &&
    !isFenceOpening &&
    rest.length >= fence.length &&
    rest === fence.sign.repeat(rest.length)
  );
}
