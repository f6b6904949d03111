import {
  type Action,
  findAction,
  isRespondVerb,
  type TextTool,
  toCall,
  toToolName,
  withThinking,
} from "./action-shapes";
import { parseLoose } from "./loose-json";
import { readPython } from "./marked-calls";

/**
 * Reads `Thought: … Action: … Action Input: …` and `Final Answer: …`. What follows the first action
 * is ignored: a model that goes on invents the observation.
 */
export function findReactText(text: string, tools: readonly TextTool[]): Action | null {
  const action = actionLine.exec(text);
  const final = finalLine.exec(text);
  if (action && (!final || action.index < final.index)) {
    const read = readAction(text.slice(action.index + action[0].length), action[1] ?? "", tools);
    if (read) return withThinking(read, text.slice(0, action.index).replace(thoughtWord, ""));
  }
  const answer = final === null ? "" : cutAtNext(afterLabel(text, final));
  const before = text.slice(0, final?.index).replace(thoughtWord, "");
  return answer === "" ? null : withThinking({ kind: "answer", text: answer, thinking: "" }, before);
}

/** What follows a label; the stars that close a bold label are its own, others belong to the text. */
export function afterLabel(text: string, label: RegExpExecArray): string {
  const rest = text.slice(label.index + label[0].length);
  return /^[ \t]*\*\*/.test(label[0]) ? rest.replace(/^\*\*/, "") : rest;
}

/** What stands after `Action Input:`, up to the next label. */
export function readInputText(text: string): string | null {
  const input = inputLine.exec(text);
  return input ? stripFence(cutAtNext(text.slice(input.index + input[0].length))) : null;
}

const decoration = String.raw`[ \t>*_#-]*`;
const actionLine = new RegExp(
  String.raw`^${decoration}(?:action|行动|动作)(?: \d+)?[ \t*_]*[:：][ \t*_]*(.*)$`,
  "im",
);
const finalLine = new RegExp(
  String.raw`^${decoration}(?:final[ _]answer|最终答案|最终回答)[ \t*_]*[:：]`,
  "im",
);
const inputLine = new RegExp(
  String.raw`^${decoration}(?:action[ _]input|行动输入|动作输入|输入|input)(?: \d+)?[ \t*_]*[:：][ \t*_]*`,
  "im",
);
const nextLine = new RegExp(
  String.raw`^${decoration}(?:observation|thought|final[ _]answer|action|观察|思考|最终答案)[ \t*_]*[:：]`,
  "im",
);
const thoughtWord = new RegExp(String.raw`^${decoration}(?:thought|思考)[ \t*_]*[:：][ \t*_]*`, "gim");

function readAction(rest: string, line: string, tools: readonly TextTool[]): Action | null {
  const head = line.trim();
  if (/^[{[]|^```/.test(head) || head === "") {
    const block = cutAtNext(`${line}${rest}`);
    return findAction(parseLoose(block.replace(/^\s*```\w*\s*/, "")), tools);
  }
  const inline = /^[`"]?([\w.-]+)[`"]?\s*[([]([\s\S]*)[)\]]\s*$/.exec(head);
  if (inline) return toAction(inline[1] ?? "", readPython(inline[2] ?? ""), tools);
  const input = readInputText(rest) ?? "";
  if (!/^[\w.`"'*-]+$/.test(head) && !isKnown(head, tools) && !isRespondVerb(head)) return null;
  return toAction(head, toKeyed(input, head, tools) ?? input, tools);
}

function toAction(name: string, input: unknown, tools: readonly TextTool[]): Action | null {
  const plain = name.replace(/[*`"']/g, "").trim();
  if (isRespondVerb(plain)) {
    const parsed = typeof input === "string" && /^\s*\{/.test(input) ? parseLoose(input) : undefined;
    return findAction({ action: "respond", response: parsed ?? input }, tools);
  }
  return { kind: "calls", calls: [toCall(plain, input, tools)], thinking: "" };
}

/** `query="…"` when the key is the tool's own. */
function toKeyed(input: string, name: string, tools: readonly TextTool[]): unknown {
  const key = tools.find((known) => known.name === toToolName(name, tools))?.primary?.key;
  return key !== undefined && new RegExp(`^${key}\\s*=`).test(input) ? readPython(input) : undefined;
}

function unquote(text: string): string {
  return /^(["'`])[\s\S]*\1$/.test(text) ? text.slice(1, -1) : text;
}

function cutAtNext(text: string): string {
  const next = nextLine.exec(text);
  return (next ? text.slice(0, next.index) : text).trim();
}

function stripFence(text: string): string {
  const fenced = /^(?:```|~~~)\w*\s*([\s\S]*?)(?:```|~~~|$)/.exec(text);
  return unquote((fenced?.[1] ?? text).trim());
}

function isKnown(name: string, tools: readonly TextTool[]): boolean {
  const tool = toToolName(name, tools);
  return tools.some((known) => known.name === tool);
}
