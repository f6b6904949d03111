import { leadLength } from "./citation-place";
import { isLinePrefix } from "./mask-text";

const tokens = /`+|~+|\$+|[\n\\[\]]|[^`~$\n\\[\]]+/g;
const listItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s/;

/**
 * Follows a Markdown text while it is written, in pieces of any size, and says whether what comes next may
 * stand in code, in a formula or in brackets. Where that is not known yet, it may.
 */
export function createMarkdownReader() {
  let fence: { sign: string; length: number } | null = null;
  let isFenceOpening = false;
  /** Backticks that opened a span of code; 0 outside of one. */
  let span = 0;
  let formula: string | null = null;
  let depth = 0;
  /** The newest line, or its last characters. */
  let line = "";
  let isIndented = false;
  /** Equal signs at the end that may become more, or a backslash. */
  let run = { sign: "", length: 0 };

  function settleRun(next: string): void {
    const { sign, length } = run;
    run = { sign: "", length: 0 };
    if (sign === "\\") readEscaped(next);
    else if (sign === "$") readDollars(length, next);
    else if (length >= 3 && span === 0 && fence === null && isLinePrefix(line.slice(0, -length))) {
      fence = { sign, length };
      isFenceOpening = true;
    } else if (sign === "`") readTicks(length);
  }

  function readTicks(length: number): void {
    // Backticks behind others on one line make those a span of code.
    if (isFenceOpening && fence?.sign === "`") [span, fence] = [fence.length, null];
    if (fence === null) span = span === 0 ? length : span === length ? 0 : span;
  }

  /** A fence is closed by a line of its sign alone. */
  function closesFence(): boolean {
    const rest = line.replace(/^[ \t>]+/, "").trimEnd();
    return (
      fence !== null &&
      !isFenceOpening &&
      rest.length >= fence.length &&
      rest === fence.sign.repeat(rest.length)
    );
  }

  function readDollars(length: number, next: string): void {
    if (fence !== null || span > 0) return;
    const sign = length > 1 ? "$$" : "$";
    if (formula === sign) formula = null;
    else if (formula !== null) return;
    else if (length > 1 || (/[^\s\d]/.test(next) && !/[\p{L}\p{N}]\$$/u.test(line))) formula = sign;
  }

  function readEscaped(next: string): void {
    if (fence !== null || span > 0) return;
    if (formula === null && (next === "[" || next === "(")) formula = next;
    else if (formula === (next === "]" ? "[" : next === ")" ? "(" : "")) formula = null;
  }

  function endLine(): void {
    if (formula === "$" || formula === "(") formula = null;
    if (closesFence()) fence = null;
    if (line.trim() === "") [span, depth] = [0, 0];
    [line, isIndented, isFenceOpening] = ["", false, false];
  }

  function readToken(token: string): void {
    const sign = token[0] ?? "";
    if (run.sign !== "" && run.sign !== sign) settleRun(sign);
    if (sign === "\n") return endLine();
    line = (line + token).slice(-leadLength);
    if (/[`~$\\]/.test(sign))
      run = { sign, length: sign === "\\" ? 1 - run.length : run.length + token.length };
    else {
      if (sign === "[") depth += 1;
      if (sign === "]") depth = Math.max(0, depth - 1);
      isIndented ||= line.length < leadLength && /^(?: {4}|\t)/.test(line);
    }
    if (run.length === 0) run = { sign: "", length: 0 };
  }

  return {
    read(text: string): void {
      for (const [token] of text.matchAll(tokens)) readToken(token);
    },
    /** Whether a bracket or a tag that comes next may be code. */
    isCode(): boolean {
      if (run.sign !== "") settleRun("[");
      return fence !== null || span > 0 || (isIndented && !listItem.test(line));
    },
    /** Whether a bracket that comes next may be part of a formula or stands in another one. */
    isEnclosed: (): boolean => formula !== null || depth > 0,
    line: (): string => line,
  };
}
