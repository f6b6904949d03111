import { createCallClassifier, pickStart, type Start } from "./call-start";

/** For a model that was asked to write actions: those, labels, and calls as it was trained to write them. */
export function createStartClassifier(toolNames: readonly string[]) {
  const classifyCall = createCallClassifier(toolNames);

  /** Judges a text from the beginning of a line. */
  function classifyLine(text: string): Start {
    const head = trim(text);
    if (head === "" || /^(?:`{1,3}|~{1,3})[ \t]?[\w-]*\s*$/.test(head)) return "maybe";
    return pickStart(
      classifyCall(head, { isOutputStart: true, isLineStart: true }),
      classifyBody(head.replace(/^(?:(?:```|~~~)[ \t]?[\w-]*\s*)+/, ""), toolNames),
    );
  }

  /** Where an action may begin: at a line's beginning, or at a sign. The length when nowhere. */
  function findActionStart(text: string): number {
    for (const { index } of text.matchAll(/\n|(?:^|(?<=[^\n{<]))[{<[✿]/g)) {
      const from = text[index] === "\n" ? index + 1 : index;
      const start = classifyLine(text.slice(from, from + longestStart));
      const isOpen = start === "maybe" && from + longestStart >= text.length;
      if (start === "action" || isOpen) return index;
    }
    return text.length;
  }

  /** A short lead-in such as “Let me look that up.” is waited for to the end of its line. */
  function classifyOutput(text: string): Start {
    const start = classifyLine(text);
    const head = trim(text);
    if (start !== "answer" || !isLeadIn(head)) return start;
    const inside = findActionStart(head);
    if (inside < head.length) return classifyLine(head.slice(inside));
    const lineEnd = head.indexOf("\n");
    if (lineEnd < 0) return head.length < longestLeadIn ? "maybe" : "answer";
    return classifyLine(head.slice(lineEnd + 1));
  }

  return { classifyLine, findActionStart, classifyOutput };
}

function classifyBody(body: string, toolNames: readonly string[]): Start {
  if (/^(?:[{["“]|\\")/.test(body)) return classifyKey(body);
  return body.startsWith("<") ? classifyTag(body, toolNames) : classifyLabel(body);
}

/** Marks and names at the beginning of an action are shorter, so that each line costs the same. */
const longestStart = 300;

function trim(text: string): string {
  return text.replace(/^[\s\u200b\ufeff]+/, "");
}

const longestLeadIn = 200;
const leadIns = (
  "sure|ok|okay|certainly|let me|let's|i'll|i’ll|i will|i need|i should|i'm going|i am going|i think|i'd use|first|" +
  "to answer|here is|here's|the user|step 1|based on|my answer:|assistant:|response:|output:|json|1.|(thinking|" +
  "好的|我来|我需要|我先|让我|首先"
).split("|");

/** Whether a text begins with words that often come before an action, or may yet. */
function isLeadIn(head: string): boolean {
  const words = head.replace(/^[*#_>\s-]+/, "").toLowerCase();
  return leadIns.some((known) => words.startsWith(known) || known.startsWith(words));
}

const actionKeys = (
  "action thinking thought tool tools tool_calls toolcalls tool_call tool_name toolname name function " +
  "function_call functioncall parameters arguments response reasoning confidence type id result json actions " +
  "final_answer"
).split(" ");

function classifyKey(body: string): Start {
  const [, key = "", end = ""] = /^[{["'“\\\s]+(\w*)([\s\S]?)/.exec(body) ?? [];
  const name = key.toLowerCase();
  if (end !== "") return actionKeys.includes(name) ? "action" : "answer";
  return actionKeys.some((known) => known.startsWith(name)) ? "maybe" : "answer";
}

const tags = "action tool_name response answer final_answer output".split(" ");

function classifyTag(body: string, toolNames: readonly string[]): Start {
  const [, key = "", end = ""] = /^<([\w-]*)([\s\S]?)/.exec(body) ?? [];
  const known = [...tags, ...toolNames];
  const name = key.toLowerCase();
  if (end !== "") return known.includes(name) ? "action" : "answer";
  return known.some((tag) => tag.startsWith(name)) ? "maybe" : "answer";
}

const labels = [
  "thought",
  "action",
  "final answer",
  "question",
  "思考",
  "行动",
  "动作",
  "最终答案",
  "最终回答",
];

function classifyLabel(body: string): Start {
  const words = body.replace(/^[*_#> -]+/, "").toLowerCase();
  if (words === "") return "maybe";
  const label = labels.find((known) => words.startsWith(known));
  if (label === undefined) return labels.some((known) => known.startsWith(words)) ? "maybe" : "answer";
  const after = words.slice(label.length);
  if (/^(?: ?\d+)?[*_ ]*[:：]/.test(after)) return "action";
  return /^(?: ?\d*)?[*_ ]*$/.test(after) ? "maybe" : "answer";
}
