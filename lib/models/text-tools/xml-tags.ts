import {
  type Action,
  findAction,
  findCall,
  isRespondVerb,
  type TextCall,
  type TextTool,
  toCall,
  withThinking,
} from "./action-shapes";
import { parseLoose } from "./loose-json";
import { readInputText } from "./react-text";

/** `<action> <response>` and the dialects in which open models were trained to call tools. */
export function findXmlTags(given: string, tools: readonly TextTool[]): Action | null {
  const text = given
    .replace(/<\|open\|>([^<>]*)<\|sep\|>/g, "<$1>")
    .replace(/<\|close\|>(\w+)<\|sep\|>/g, "</$1>")
    .replace(namespace, "<$1");
  const start = firstTag.exec(text)?.index ?? ownTag(tools).exec(text)?.index;
  if (start === undefined) return null;
  const calls = [...readDialects(text, tools), ...readOwnTags(text, tools)];
  const answer = () => readTag(text, "response|final_answer|answer|final") ?? "";
  const action: Action | null =
    calls.length > 0 ? { kind: "calls", calls, thinking: "" } : readActionTag(text, tools);
  const read = action ?? { kind: "answer" as const, text: answer(), thinking: "" };
  return read.kind === "answer" && read.text === "" ? null : withThinking(read, text.slice(0, start));
}

/** `<minimax:tool_call>`, `<｜DSML｜invoke …>`, `<longcat_tool_call>`. */
const namespace =
  /<(\/?)(?:[|｜]\w+[|｜]|\w+:|[a-z0-9]+_(?=(?:tool_call|function_calls?|arg_key|arg_value)>))(?=\w)/g;
const firstTag =
  /<(?:action|tool_call|tool_use|function_call|function|invoke|call|tool|tool_name|response|answer|final_answer)\b[^<>]*>/i;
const inputTags = "action_input|parameters|params|arguments|args|input|tool_input";

function readDialects(text: string, tools: readonly TextTool[]): TextCall[] {
  const blocks = readTags(text, "tool_call|function_call|tool_use|tool-call");
  const inBlocks = blocks.flatMap(
    (block) =>
      readPairs(block, tools) ??
      findCall(parseLoose(block) ?? readChildren(block), tools, true) ??
      readNamedTags(block, tools),
  );
  return inBlocks.length > 0 ? inBlocks : readNamedTags(text, tools);
}

/** GLM: a name, then `<arg_key>…</arg_key><arg_value>…</arg_value>` for each argument. */
function readPairs(block: string, tools: readonly TextTool[]): TextCall | null {
  const name = /^\s*([\w.:-]+)\s*(?:<tool_sep>\s*)?(?:<arg_key>|$)/.exec(block)?.[1];
  if (name === undefined) return null;
  const [keys, values] = [readTags(block, "arg_key"), readTags(block, "arg_value")];
  return toCall(
    name,
    Object.fromEntries(keys.map((key, index) => [key, toValue(values[index] ?? "")])),
    tools,
  );
}

/** `<function=name>…` and `<invoke name="name">…`, with a JSON body or `<parameter>` tags. */
function readNamedTags(text: string, tools: readonly TextTool[]): TextCall[] {
  const named =
    /<(function|function_call|invoke|action|tool|tool_call|call)(?:=|\s+(?:name|tool)=)["']?([\w.-]+)["']?[^<>]*>([\s\S]*?)(?:<\/\1>|$)/gi;
  return [...text.matchAll(named)].map(([, , name = "", body = ""]) =>
    toCall(name, readParameters(body) ?? body.trim(), tools),
  );
}

/** `<web_search><query>…</query></web_search>` for the tools that exist. */
function readOwnTags(text: string, tools: readonly TextTool[]): TextCall[] {
  return tools.flatMap(({ name }) =>
    readTags(text, name).map((body) => toCall(name, readChildren(body) ?? body.trim(), tools)),
  );
}

function readActionTag(text: string, tools: readonly TextTool[]): Action | null {
  const body = readTag(text, "action|tool_name|tool");
  if (!body) return null;
  if (/^[{[]/.test(body)) return findAction(parseLoose(body), tools);
  if (isRespondVerb(body) || !/^[\w .:-]+$/.test(body)) return null;
  const name =
    readTag(body, "name|tool") ?? (/^tools?$/i.test(body) ? (readTag(text, "tool_name|tool") ?? body) : body);
  const input = readTag(text, inputTags) ?? readInputText(text);
  return {
    kind: "calls",
    calls: [toCall(name, input === null ? {} : (readChildren(input) ?? input), tools)],
    thinking: "",
  };
}

/** `<parameter=key>value</parameter>` or `<parameter name="key">value</parameter>`, also as arguments. */
function readParameters(body: string): Record<string, unknown> | null {
  const open = /<(parameter|argument)(?:=|\s+(?:name|key)=)["']?([\w.-]+)["']?[^<>]*>/gi;
  return readClosed(body, open) ?? readChildren(body);
}

function readChildren(body: string): Record<string, unknown> | null {
  return readClosed(body, /<(\w+)>/g);
}

/**
 * Values by key, or by the name of the tag, between a tag and the one that closes it; a name that closes
 * nowhere behind one place is not looked for again.
 */
function readClosed(body: string, open: RegExp): Record<string, unknown> | null {
  const lower = body.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const found: [string, unknown][] = [];
  const unclosed = new Set<string>();
  let from = 0;
  for (const { 0: tag, 1: element = "", 2: key = element, index } of body.matchAll(open)) {
    const name = element.toLowerCase();
    if (index < from || unclosed.has(name)) continue;
    const end = lower.indexOf(`</${name}>`, index + tag.length);
    if (end < 0) unclosed.add(name);
    else {
      found.push([key, toValue(body.slice(index + tag.length, end))]);
      from = end;
    }
  }
  return found.length === 0 ? null : Object.fromEntries(found);
}

function toValue(text: string): unknown {
  const trimmed = text.trim();
  return /^[{[]/.test(trimmed) ? (parseLoose(trimmed) ?? trimmed) : trimmed;
}

function readTag(text: string, names: string): string | null {
  return readTags(text, names)[0] ?? null;
}

/** The bodies of all tags of these names; the last one may never close. */
function readTags(text: string, names: string): string[] {
  const tag = new RegExp(String.raw`<(${names})(?:\s[^<>]*)?>([\s\S]*?)(?:</\1>|$)`, "gi");
  return [...text.matchAll(tag)].map(([, , body = ""]) => body.trim());
}

function ownTag(tools: readonly TextTool[]): RegExp {
  return tools.length === 0 ? /(?!)/ : new RegExp(`<(?:${tools.map(({ name }) => name).join("|")})>`, "i");
}
