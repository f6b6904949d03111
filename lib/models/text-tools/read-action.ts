import { parseJson } from "@/lib/protocol/json";
import { type Action, findAction, type TextTool, withThinking } from "./action-shapes";
import { findJson, type FoundJson, parseLoose } from "./loose-json";
import { findMarkedCalls } from "./marked-calls";
import { findReactText } from "./react-text";
import { findXmlTags } from "./xml-tags";

/** `plain` is an answer as it stands; `unreadable` was meant as an action and must be asked for again. */
export type ActionReading = Action | { kind: "plain" } | { kind: "unreadable" };

/**
 * Reads what a model without native tool calls wrote, in this order: a fenced block, a raw JSON object that
 * is an action, `Action:` and `Final Answer:` text, calls between a vendor's marks, XML-like tags, and last
 * whatever can be repaired.
 */
export function readAction(given: string, tools: readonly TextTool[]): ActionReading {
  // MiniMax's mark before each of its tags.
  const text = given.replace(/\]<\]\w+\[>\[/g, "");
  const inner = findStringified(text);
  if (inner !== null) return readAction(inner, tools);
  const json = findJson(text);
  return (
    readJson(
      text,
      json.filter((found) => isFenced(text, found)),
      tools,
    ) ??
    readJson(text, json, tools) ??
    findReactText(text, tools) ??
    findMarkedCalls(text, tools) ??
    findXmlTags(text, tools) ??
    repair(text, tools) ??
    (isActionLike(text) ? { kind: "unreadable" } : { kind: "plain" })
  );
}

function readJson(text: string, candidates: FoundJson[], tools: readonly TextTool[]): Action | null {
  for (const [index, { value, start }] of candidates.entries()) {
    const action = findAction(value, tools);
    if (action)
      return withThinking(addNeighbours(action, text, candidates.slice(index), tools), text.slice(0, start));
  }
  return null;
}

/** Calls may come in a block each; what follows anything but another block was invented. */
function addNeighbours(
  action: Action,
  text: string,
  [first, ...others]: FoundJson[],
  tools: readonly TextTool[],
): Action {
  if (action.kind !== "calls" || !first) return action;
  const calls = [...action.calls];
  let end = first.end;
  for (const found of others) {
    const between = text
      .slice(end, found.start)
      .replace(/```[\w-]*|~~~[\w-]*|<\/?[\w-]+>|[;,]/g, "")
      .trim();
    const next = between === "" ? findAction(found.value, tools) : null;
    if (next?.kind !== "calls") break;
    calls.push(...next.calls);
    end = found.end;
  }
  return { ...action, calls };
}

/** An output that is one JSON string with an object in it. */
function findStringified(text: string): string | null {
  if (!/^\s*"\s*\{/.test(text)) return null;
  const value = parseJson(text);
  return typeof value === "string" ? value : null;
}

function repair(text: string, tools: readonly TextTool[]): Action | null {
  const start = text.search(/\{|\[(?!\/?[A-Z_]+\])|"(?:action|thinking)"\s*:/);
  if (start < 0 || !marker.test(text) || isForeignCode(text.slice(0, start))) return null;
  const fenceEnd = isFenced(text, { start }) ? text.indexOf("\n```", start) : -1;
  const body = text.slice(start, fenceEnd < 0 ? undefined : fenceEnd).replace(/\[\/[A-Z_]+\]\s*$/, "");
  const action = findAction(parseLoose(body), tools);
  return action && withThinking(action, text.slice(0, start));
}

function isFenced(text: string, { start }: { start: number }): boolean {
  return /(?:```|~~~)[\w-]*\s*$/.test(text.slice(Math.max(0, start - 40), start));
}

/** Whether what follows stands in a block of another language. */
function isForeignCode(before: string): boolean {
  const language = /(?:```|~~~)([\w-]*)[^`~]*$/.exec(before)?.[1];
  return language !== undefined && !/^(?:|json\w*|tool\w*|action|text|plaintext)$/i.test(language);
}

const marker =
  /["'“”‘]?\b(?:action|thinking|tool_?calls?|tool|function|arguments|response)\\?["'“”’]?\s*[:：=]/i;

function isActionLike(text: string): boolean {
  const head = text.trimStart();
  if (/^(?:```|~~~)[\w-]*\s*$|^\{\s*"?\w*$/.test(head)) return true;
  if (/^(?:(?:```|~~~)[\w-]*\s*)?[{[]/.test(head)) {
    const isWhole = findJson(head)[0]?.start === head.search(/[{[]/);
    return (isWhole ? /"(?:action|thinking|tool_calls)"\s*:/ : marker).test(head);
  }
  return (
    /^[*_#> ]*(?:thought|action)[*_ ]*[:：]/i.test(head) ||
    /^<(?:action|tool_call|function_call|tool|response)\b/i.test(head)
  );
}
