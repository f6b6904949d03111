import type { JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { isRecord } from "@/lib/protocol/json";
import { findInput, fitInput, nothings } from "./fit-input";
import { findJson, parseLoose } from "./loose-json";

/** A tool as the reader needs to know it; a bare string given as its input means `primary`. */
export type TextTool = {
  name: string;
  primary?: { key: string; isList: boolean };
  schema?: JSONSchema7;
};

export function toTextTools(tools: LanguageModelV4CallOptions["tools"] = []): TextTool[] {
  return tools.flatMap((tool) => (tool.type === "function" ? [toTextTool(tool)] : []));
}

function toTextTool({ name, inputSchema }: LanguageModelV4FunctionTool): TextTool {
  const { required = [], properties = {} } = inputSchema;
  const key = required[0] ?? Object.keys(properties)[0];
  if (key === undefined) return { name };
  const first = properties[key];
  return { name, schema: inputSchema, primary: { key, isList: isRecord(first) && first.type === "array" } };
}

export type TextCall = { tool: string; input: Record<string, unknown> };

/** What an output says: calls, or an answer, with the thoughts that came with either. */
export type Action =
  { kind: "calls"; calls: TextCall[]; thinking: string } | { kind: "answer"; text: string; thinking: string };

/** Reads a parsed value as an action, with the aliases that models use; `null` when it is none. */
export function findAction(value: unknown, tools: readonly TextTool[]): Action | null {
  if (Array.isArray(value))
    return toCalls(value, tools, "", false) ?? (value.length === 1 ? findAction(value[0], tools) : null);
  if (!isRecord(value)) return null;
  const inner = findWrapped(value);
  if (inner) return findAction(inner, tools);
  const thinking = toText(pick(value, thinkingKeys));
  const verb = typeof value.action === "string" && value.action.trim() !== "" ? value.action.trim() : null;
  const list = toList(pick(value, listKeys), value);
  if (verb !== null && respondVerb.test(verb))
    return toAnswer(value, thinking) ?? toCalls(list, tools, thinking, true);
  const calls = toCalls(list, tools, thinking, true);
  if (calls) return calls;
  if (isRecord(value.action))
    return findAction(value.action, tools) ?? toCalls([value.action], tools, thinking, true);
  if (verb !== null && !toolVerb.test(verb))
    return toCalls([{ ...value, tool: verb }], tools, thinking, true);
  const single = toCalls([value], tools, thinking, verb !== null);
  if (single) return single;
  return isAnswer(value) ? toAnswer(value, thinking) : null;
}

/** An answer without an `action`: nothing but the fields of the format. */
function isAnswer(value: Record<string, unknown>): boolean {
  const keys = Object.keys(value);
  if (keys.includes("answer"))
    return keys.length > 1 && keys.every((key) => key === "answer" || formatKeys.has(key));
  return (
    keys.some((key) => key === "response" || key.startsWith("final")) &&
    keys.every((key) => formatKeys.has(key))
  );
}

/** `tool_calls: ["name"]` beside its `parameters` is one call. */
function toList(list: unknown, { action: _, ...value }: Record<string, unknown>): unknown {
  const isName =
    Array.isArray(list) && list.length === 1 && typeof list[0] === "string" && !/[{[]/.test(list[0]);
  return isName ? [{ ...without(value, listKeys), tool: list[0] }] : list;
}

/** One call; `isExplicit` says that the shape leaves no doubt, so that an unknown tool is a call too. */
export function findCall(value: unknown, tools: readonly TextTool[], isExplicit: boolean): TextCall | null {
  if (!isRecord(value)) return null;
  const keyed = findKeyedByName(value, tools);
  if (keyed) return keyed;
  const inner = isRecord(value.function) ? value.function : value;
  const named =
    pick(inner, nameKeys) ??
    (typeof value.action === "string" && !toolVerb.test(value.action) ? value.action : undefined);
  if (typeof named !== "string" || named.trim() === "") return null;
  const tool = toToolName(named, tools);
  const known = tools.find(({ name }) => name === tool);
  const hasInput = inputKeys.some((key) => key in inner);
  const rest = without(inner, [...formatKeys, ...nameKeys]);
  const hasMore = hasInput || Object.keys(rest).length > 0;
  if (!known && !(hasMore && (isExplicit || ("tool" in inner && hasInput)))) return null;
  if (known && !isExplicit && !hasInput && "name" in inner && Object.keys(inner).length === 1) return null;
  const input = hasInput ? pick(inner, inputKeys) : rest;
  return isSchema(input, known) ? null : { tool, input: toInput(input, known) };
}

const schemaKeys = new Set(
  "$schema additionalProperties description properties required title type".split(" "),
);

/** A JSON Schema describes a tool, it does not call it; one with values in place of types is an input. */
function isSchema(input: unknown, tool: TextTool | undefined): boolean {
  if (!isRecord(input) || input.type !== "object") return false;
  const { properties = {} } = input;
  const isDescription = isRecord(properties) && Object.values(properties).every(isRecord);
  const isAlone = "properties" in input || Object.keys(input).every((key) => schemaKeys.has(key));
  const { properties: own, type } = tool?.schema?.properties ?? {};
  return isDescription && isAlone && own === undefined && type === undefined;
}

/** A call by its name and whatever stands for its input. */
export function toCall(name: string, input: unknown, tools: readonly TextTool[]): TextCall {
  const tool = toToolName(name, tools);
  return {
    tool,
    input: toInput(
      input,
      tools.find((known) => known.name === tool),
    ),
  };
}

/** What stood before an action is thought, not answer; an opening fence and a role name are neither. */
export function withThinking(action: Action, before: string): Action {
  const words = before
    .replace(/(?:```|~~~)[\w-]*\s*$/, "")
    .replace(/^\s*assistant\s*:\s*/i, "")
    .trim();
  return { ...action, thinking: [words, action.thinking].filter(Boolean).join("\n") };
}

/** `{"web_search": {"query": …}}`, for the tools that exist. */
function findKeyedByName(value: Record<string, unknown>, tools: readonly TextTool[]): TextCall | null {
  const [only, ...others] = Object.entries(value);
  const tool = tools.find(({ name }) => name === only?.[0]);
  return tool && only && others.length === 0 ? { tool: tool.name, input: toInput(only[1], tool) } : null;
}

/**
 * A call's input from whatever stood there: an object, its JSON, once or twice, in text or in a fence, a list
 * with one object, a bare value.
 */
export function toInput(value: unknown, tool: TextTool | undefined): Record<string, unknown> {
  const { schema = {}, primary } = tool ?? {};
  if (isRecord(value)) return fitInput(value, schema);
  if (value === undefined || nothings.has(value)) return {};
  if (typeof value === "string") {
    const parsed = parseInput(value) ?? findInput(value, schema);
    if (parsed !== undefined) return toInput(parsed, tool);
  }
  const isList = primary?.isList === true;
  if (Array.isArray(value) && value.length === 0 && !isList) return {};
  if (Array.isArray(value) && value.length === 1 && (isRecord(value[0]) || (tool !== undefined && !isList)))
    return toInput(value[0], tool);
  return fitInput({ [primary?.key ?? "input"]: value }, schema);
}

function parseInput(text: string): unknown {
  if (/^\s*"[\s\S]*[{[][\s\S]*"\s*$/.test(text)) {
    const inner = parseLoose(text, true);
    if (typeof inner === "string") return inner;
  }
  if (!/^\s*(?:[{[]|```)/.test(text)) return undefined;
  // Some servers send it twice, or an empty one first.
  const objects = findJson(text).flatMap(({ value }) => (isRecord(value) ? [value] : []));
  const found = objects.find((each) => Object.keys(each).length > 0) ?? objects[0];
  return found ?? parseLoose(text.replace(/^\s*```[\w-]*\s*/, ""));
}

/** The catalog's spelling of a name, else the name without its decorations. */
export function toToolName(raw: string, tools: readonly TextTool[]): string {
  const bare = raw
    // A channel or another mark that a template left behind.
    .replace(/<[|｜][\s\S]*$/, "")
    .trim()
    .replace(/^[`"'*]+|[`"'*]+$/g, "")
    .replace(/\(\)$|:\d+$/, "");
  const plain = bare.replace(/^(?:functions?|tools?|default_api)[.:/]/i, "");
  const spellings = [bare, plain, bare.replace(/^.*[.:/]/, "")].map(toKey);
  const known = spellings.flatMap((key) => tools.find(({ name }) => toKey(name) === key) ?? []);
  return known[0]?.name ?? plain;
}

export function isRespondVerb(verb: string): boolean {
  return respondVerb.test(verb.trim());
}

const respondVerb =
  /^(?:respond|response|reply|answer|final|finish|finished|done|final[ _-]?(?:answer|response)|direct[ _-]?(?:answer|response)|none)$/i;
const toolVerb =
  /^(?:tools?|tool[ _-]?(?:calls?|use)|calls?|call[ _-]?tools?|use[ _-]?tools?|function(?:[ _-]?calls?)?|act|invoke)$/i;
const thinkingKeys = ["thinking", "thought", "thoughts"];
const listKeys =
  "tool_calls toolCalls tool_call toolCall calls function_call functionCall function_calls actions".split(
    " ",
  );
const nameKeys = "tool tool_name toolName name function function_name action_name recipient_name".split(" ");
const inputKeys =
  "parameters params arguments args input action_input actionInput tool_input toolInput kwargs".split(" ");
const answerKeys = [
  "response",
  "final_answer",
  "finalAnswer",
  "answer",
  "reply",
  "message",
  "content",
  "text",
  "output",
  ...inputKeys,
];
const formatKeys = new Set([
  ...thinkingKeys,
  ...listKeys,
  "action",
  "response",
  "final_answer",
  "finalAnswer",
  "confidence",
  "reasoning",
  "type",
  "id",
]);

/** `{"result": {"action": …}}`: the only value of an object, when it is the action. */
function findWrapped(value: Record<string, unknown>): Record<string, unknown> | null {
  const [only, ...others] = Object.entries(value);
  if (!only || others.length > 0 || only[0] === "action" || listKeys.includes(only[0])) return null;
  return isRecord(only[1]) && ("action" in only[1] || "tool_calls" in only[1]) ? only[1] : null;
}

function toCalls(
  list: unknown,
  tools: readonly TextTool[],
  thinking: string,
  isExplicit: boolean,
): Action | null {
  const parsed = typeof list === "string" ? parseLoose(list) : list;
  const values: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const calls = values.flatMap((value) => findCall(value, tools, isExplicit) ?? []);
  return calls.length > 0 && calls.length === values.length ? { kind: "calls", calls, thinking } : null;
}

function toAnswer(value: Record<string, unknown>, thinking: string): Action | null {
  const key = answerKeys.find((name) => toAnswerText(value[name]) !== "");
  return key === undefined ? null : { kind: "answer", text: toAnswerText(value[key]), thinking };
}

function toAnswerText(value: unknown): string {
  if (isRecord(value)) {
    const key = answerKeys.find((name) => typeof value[name] === "string");
    return key === undefined ? "" : toText(value[key]);
  }
  return Array.isArray(value) ? value.map(toText).join("\n") : toText(value);
}

function toText(value: unknown): string {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

function pick(value: Record<string, unknown>, keys: readonly string[]): unknown {
  const key = keys.find((name) => value[name] !== undefined && value[name] !== null);
  return key === undefined ? undefined : value[key];
}

function without(value: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

function toKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
