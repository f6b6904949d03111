import { type Action, type TextCall, type TextTool, toCall, withThinking } from "./action-shapes";
import { findEnd, parseLoose } from "./loose-json";

/**
 * What open models put around their calls, whatever it is called: `<|…|>` and the like, tags, `[TOOL_CALLS]`,
 * `✿FUNCTION✿`, a fence for code of tools.
 */
const mark = String.raw`<[|｜/]?[^<>\n]{1,80}>|\[\/?[A-Z][A-Z_]+\]|✿[A-Z]+✿:?|${"```"}(?:tool|function)\w*|functools|>>>|<function=|\bto=(?=\w)`;
const anyMark = new RegExp(mark);
const before = new RegExp(
  String.raw`(?:^|${mark}|\bcall:|\bfunction:?|[)\]},;[\n]|\bprint\()\s*(?:(?:functions?|tools?|default_api)[.:])?$`,
);
const between = new RegExp(
  String.raw`(?::\d+)?(?:[\s:,>]|\[CALL_ID\]\w+|${mark}|\b(?:json|code|commentary)\b|${"```"}\w*)*`,
  "y",
);

/**
 * Calls that begin with a tool's name, between marks: its JSON behind it (Mistral, Kimi, DeepSeek, Harmony),
 * or its arguments as Python has them (LFM, Gemma, Llama). A text without marks is one only as a whole.
 */
export function findMarkedCalls(given: string, tools: readonly TextTool[]): Action | null {
  const text = given.replace(/<escape>|<\|"\|?>/g, '"');
  const isCall = anyMark.test(text) || toWholeCall(tools).test(text.trim());
  if (tools.length === 0 || !isCall) return null;
  const calls: TextCall[] = [];
  const names = new RegExp(String.raw`(?<![\w-])(?:${toNames(tools)})(?![\w-])`, "g");
  let tried = 0;
  for (let match = names.exec(text); match !== null && tried < mostCalls; match = names.exec(text)) {
    if (!before.test(text.slice(Math.max(0, match.index - 100), match.index))) continue;
    tried += 1;
    const read = readArguments(text, names.lastIndex);
    if (read === null) continue;
    names.lastIndex = read.end;
    if (read.value === undefined) continue;
    calls.push(toCall(match[0], read.value, tools));
  }
  const lead = text.slice(0, Math.max(0, text.search(anyMark)));
  return calls.length === 0 ? null : withThinking({ kind: "calls", calls, thinking: "" }, lead);
}

const mostCalls = 40;

/** Names as they stand in an expression, the longest first. */
export function toNames(tools: readonly Pick<TextTool, "name">[]): string {
  const names = tools.map(({ name }) => name.replace(/[^\w]/g, String.raw`\$&`));
  return names.length === 0 ? "(?!)" : names.toSorted((a, b) => b.length - a.length).join("|");
}

/** A known tool called like a function, alone or in a list, or its name before its JSON. */
function toWholeCall(tools: readonly TextTool[]): RegExp {
  const known = String.raw`(?:\w+\.)?(?:${toNames(tools)})`;
  return new RegExp(String.raw`^(?:\[\s*)?${known}\([\s\S]*\)\s*\]?;?$|^${known}\s*\{[\s\S]*\}$`);
}

function readArguments(text: string, from: number): { value: unknown; end: number } | null {
  const open = text.startsWith(".call(", from) ? from + 5 : from;
  if (text[open] === "(") {
    const end = findEnd(text, open);
    return end === null ? null : { value: readPython(text.slice(open + 1, end - 1)), end };
  }
  between.lastIndex = from;
  between.test(text);
  const start = between.lastIndex === 0 ? from : between.lastIndex;
  if (text[start] !== "{") return null;
  const end = findEnd(text, start) ?? cutAtMark(text, start);
  return { value: parseLoose(text.slice(start, end)), end };
}

function cutAtMark(text: string, start: number): number {
  const length = text.slice(start).search(anyMark);
  return length < 0 ? text.length : start + length;
}

/** `{"a": 1}`, `a="x", b=[2]` or a bare value. */
export function readPython(text: string): unknown {
  const trimmed = text.trim();
  if (/^[{[]/.test(trimmed)) return parseLoose(trimmed) ?? trimmed;
  const pieces = splitTop(trimmed).map((piece) => /^\s*(\w+)\s*=(?!=)\s*([\s\S]*)$/.exec(piece));
  if (pieces.length === 0 || !pieces.every((piece) => piece !== null)) return readValue(trimmed);
  return Object.fromEntries(pieces.map((piece) => [piece?.[1] ?? "", readValue(piece?.[2] ?? "")]));
}

/** At the commas that stand in no quotation marks and in no brackets. */
function splitTop(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? "";
    if (/["'([{]/.test(char)) index = (findEnd(text, index) ?? text.length) - 1;
    else if (char === ",") {
      pieces.push(text.slice(from, index));
      from = index + 1;
    }
  }
  return [...pieces, text.slice(from)].filter((piece) => piece.trim() !== "");
}

function readValue(text: string): unknown {
  const trimmed = text.trim();
  const quoted = /^(["'`])([\s\S]*)\1$/.exec(trimmed)?.[2];
  if (quoted !== undefined) return quoted.replace(/\\(["'`\\])/g, "$1").replace(/\\n/g, "\n");
  const literal = { True: true, False: false, None: null }[trimmed];
  const parsed = literal === undefined ? parseLoose(trimmed, /^-?\d/.test(trimmed)) : literal;
  return parsed === undefined ? trimmed : parsed;
}
