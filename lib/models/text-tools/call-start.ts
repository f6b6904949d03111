import { toNames } from "./marked-calls";

/** Whether an unfinished text begins an action, may do so, or is an answer that can be shown. */
export type Start = "action" | "maybe" | "answer";

/** Where a text stands: in the first words of an output, or of a line. */
export type Place = { isOutputStart: boolean; isLineStart: boolean };

/** Characters with which a call may begin, or a line. */
export const callSigns = /[<[{`✿\n]/;

/**
 * Whether a text begins a call as models write it that were trained to, of one of these tools, or may yet.
 * Other JSON, tags and code begin none.
 */
export function createCallClassifier(names: readonly string[]): (text: string, place: Place) => Start {
  const known = toNames(names.map((name) => ({ name })));
  const called = new RegExp(String.raw`^(?:print\()?(?:\w+\.)?(?:${known})(?:\(|\s*\{)`);
  const inList = new RegExp(String.raw`^\[\s*(?:\w+\.)?(?:${known})\(`);
  const labelled = new RegExp(String.raw`^action[*_ ]*: *[*_"${"`"}]*(?:${known})(?![\w-])`, "i");

  function classifyWords(text: string, { isOutputStart }: Place): Start {
    const words = text.replace(/^[*_# ]+/, "");
    if (lineLabel.test(words) || labelled.test(words)) return "action";
    if (isOutputStart && (called.test(words) || outputLabel.test(words))) return "action";
    const labels = isOutputStart ? [...lineLabels, ...outputLabels] : lineLabels;
    if (/^action[*_ ]*:[*_"` ]*[\w-]*$/i.test(words) || isPrefixOf(words.toLowerCase(), labels))
      return "maybe";
    const name = words.replace(/^(?:print\()?\w+\./, "").replace(/\s*$/, "");
    return isOutputStart && isPrefixOf(name, names) ? "maybe" : "answer";
  }

  return (text, place) => {
    if (text.startsWith("<")) return classifyTag(text, names);
    if (text.startsWith("✿")) return classifyFlower(text);
    if (text.startsWith("[")) {
      if (!place.isLineStart) return classifyBracket(text);
      return inList.test(text) ? "action" : pickStart(classifyBracket(text), classifyList(text, names));
    }
    if (!place.isLineStart) return "answer";
    if (text.startsWith("{")) return classifyJson(text, names);
    return text.startsWith("`") ? classifyFence(text, names) : classifyWords(text, place);
  };
}

const classifyFlower = (text: string): Start =>
  /^✿[A-Z]*$/.test(text) ? "maybe" : /^✿[A-Z]+✿/.test(text) ? "action" : "answer";

/** By its first key, and where that names what is called, by its value. */
function classifyJson(text: string, names: readonly string[]): Start {
  const [whole = "", key = "", keyEnd = "", behind = ""] =
    /^[[{\s]*"?(\w*)("?)\s*([\s\S]{0,80})/.exec(text) ?? [];
  const isOpen = whole.length === text.length;
  if (!/^[[{\s]*(?:"|$)/.test(text)) return "answer";
  if (keyEnd === "") {
    const mayGrow = behind === "" && isPrefixOf(key, [...valueKeys, ...callKeys, ...names]);
    return isOpen && mayGrow ? "maybe" : "answer";
  }
  if (names.includes(key) || callKeys.includes(key)) return "action";
  return valueKeys.includes(key) ? classifyValue(behind, names) : "answer";
}

/** What is called: a text, or a record that names it. */
function classifyValue(behind: string, names: readonly string[]): Start {
  if (/^:?\s*"?$/.test(behind)) return "maybe";
  if (/^:\s*\{/.test(behind)) return "action";
  const [whole, value = "", end] = /^:\s*"([\w.:/-]*)("?)/.exec(behind) ?? [];
  if (whole === undefined) return "answer";
  const name = value.replace(/^\w*[.:/]/, "");
  if (end === '"') return [...names, ...typeValues].includes(name) ? "action" : "answer";
  const mayGrow = isPrefixOf(name, [...names, ...typeValues, "functions."]);
  return whole.length === behind.length && mayGrow ? "maybe" : "answer";
}

function classifyFence(text: string, names: readonly string[]): Start {
  const [, language, line] = /^(?:`{1,2}$|```[ \t]?([\w-]*)[ \t]*(\n?))/.exec(text) ?? ["", "answer"];
  if (language === undefined || line === "") return "maybe";
  if (/^(?:tool|function)/.test(language)) return "action";
  const body = text.slice(text.indexOf("\n")).trimStart();
  if (!/^(?:json[5c]?)?$/.test(language)) return "answer";
  return body === "" ? "maybe" : /^[[{]/.test(body) ? classifyJson(body, names) : "answer";
}

/** Harmony without its tokens, and Command's list. */
const lineLabel = /^(?:assistant)?(?:commentary|analysis) to=\w|^action[*_ ]*: *```(?:json)?\n/i;
const lineLabels = [
  "action:",
  ...["commentary", "analysis"].flatMap((one) => [`${one} to=`, `assistant${one} to=`]),
];
const outputLabel = /^(?:functools\[|>>>|thought[*_ ]*:)/i;
const outputLabels = ["functools[", ">>>", "thought:", "print("];
const valueKeys = "name tool tool_name toolName function function_name action recipient_name type".split(" ");
const callKeys =
  "tool_calls toolCalls tool_call function_call function_calls tool_uses arguments parameters".split(" ");
const typeValues = ["function", "tool_use", "tool_call", "tool", "call_tool"];
const tagWords = new Set(
  "tool tools toolcall toolcalls tooluse function functions functioncall functioncalls invoke call calls action actions plugin python dsml".split(
    " ",
  ),
);

function isPrefixOf(text: string, wholes: readonly string[]): boolean {
  return wholes.some((whole) => whole.startsWith(text));
}

export const pickStart = (one: Start, other: Start): Start =>
  [one, other].includes("action") ? "action" : [one, other].includes("maybe") ? "maybe" : "answer";

/** Any tag of which a word says that something is called, and Harmony's messages to a recipient. */
function classifyTag(text: string, names: readonly string[]): Start {
  if (/^<[|｜]?$/.test(text)) return "maybe";
  const [, name = "", end = ""] = /^<[|｜]?([^<>\s=/｜|]*)([\s\S]?)/.exec(text) ?? [];
  if (/^(?:channel|start|recipient|from)$/.test(name) && end === "|") return classifyRecipient(text);
  if (end === "") return text.length < longestTag && !/[^\w▁:｜|-]/.test(name) ? "maybe" : "answer";
  if (names.includes(name)) return "action";
  const words = name.split(/[_▁:-]+|(?<=[a-z])(?=[A-Z])/);
  return words.some((word) => tagWords.has(word.toLowerCase())) ? "action" : "answer";
}

const longestTag = 60;

/** `<|channel|>commentary to=functions.name …`, which begins like a message to the person. */
function classifyRecipient(text: string): Start {
  const head = text.slice(0, 160);
  if (/\bto=|<\|recipient\|>(?!all)/.test(head)) return "action";
  const rest = head.replace(/<\|(?:start|channel|from)\|>[\w\s]*/g, "");
  return rest === "" || isPrefixOf(rest, ["<|start|>", "<|from|>", "<|channel|>", "<|recipient|>all"])
    ? "maybe"
    : "answer";
}

function classifyBracket(text: string): Start {
  const [all = "", name = "", end] = /^\[([A-Z_]*)(\]?)/.exec(text) ?? [];
  if (end === "]") return /TOOL|FUNCTION|CALL/.test(name) ? "action" : "answer";
  return all.length === text.length ? "maybe" : "answer";
}

function classifyList(text: string, names: readonly string[]): Start {
  const body = text.slice(1).trimStart();
  if (body === "") return "maybe";
  if (body.startsWith("{")) return classifyJson(text, names);
  return /^[\w.]+$/.test(body) && isPrefixOf(body.replace(/^\w+\./, ""), names) ? "maybe" : "answer";
}
