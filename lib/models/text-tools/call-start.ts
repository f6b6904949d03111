import { matchForm, never, type FormPiece, splitWords, toWords } from "./match-form";

/** Whether an unfinished text begins an action, may do so, or is an answer that can be shown. */
export type Start = "action" | "maybe" | "answer";

/** Where a text stands: in the first words of an output, or of a line. */
export type CallPlace = { isOutputStart: boolean; isLineStart: boolean };

/** Characters with which a call may begin, or a line. */
export const callSigns = /[<[{`✿\n]/;

/**
 * Whether a text begins a call of one of these tools as models write it that were trained to, or may yet;
 * with `isAsked` also an action or an answer as models write them that were asked to. Other JSON, tags and
 * code begin none.
 */
export function createCallClassifier(names: readonly string[], isAsked: boolean) {
  const known = toWords(names);
  const asked = isAsked ? askedForms : [];
  const inLine = [...toLineForms(known), ...asked];
  const inOutput = [...inLine, ...toOutputForms(known)];
  const tag = [/<[|｜]?/y, known, /(?=[<>\s=/｜|])/y];
  return (text: string, { isOutputStart, isLineStart }: CallPlace): Start => {
    if (isCallTag(text) || marks.some(([whole]) => whole.test(text))) return "action";
    const forms = isOutputStart ? inOutput : isLineStart ? inLine : [];
    const lower = text.toLowerCase();
    const starts = [tag, ...forms].map((form) => matchForm(text, form, lower));
    if (starts.some((start) => typeof start === "number")) return "action";
    return starts.includes("maybe") || marks.some(([, begun]) => begun.test(text)) ? "maybe" : "answer";
  };
}

const valueKeys = splitWords(
  "name tool tool_name toolName function function_name action recipient_name type role",
);
const callKeys = splitWords(
  "tool_calls toolCalls tool_call function_call functionCall function_calls tool_uses arguments parameters",
);
const typeValues = splitWords("function tool_use tool_call tool call_tool assistant");
const [open, blank, quote] = [/[[{\s]{0,40}/y, /\s*/y, ['"']];
const value: FormPiece[] = [open, quote, valueKeys, quote, blank, [":"], blank];

/** JSON whose first key says that it calls, or names one of the tools. */
const toJsonForms = (names: readonly string[]): FormPiece[][] => [
  [open, quote, toWords([...names, ...callKeys]), quote],
  [...value, ["{"]],
  [...value, quote, /(?:\w*[.:/])?/y, toWords([...names, ...typeValues]), quote],
  [...value, quote, ["functions.", "tools."], never],
];

const [marked, fence] = [/[*_# ]*/y, ["```"]];
/** Harmony without its tokens. */
const recipients = splitWords("commentary analysis assistantcommentary assistantanalysis");

const toLineForms = (names: readonly string[]): FormPiece[][] => [
  ...toJsonForms(names).map((form) => [/(?=[[{])/y, ...form]),
  ...toJsonForms(names).map((form) => [
    ...[fence, /[ \t]?/y, toWords(["json", "json5", "jsonc", ""]), /[ \t]*/y, ["\n"], blank, /(?=[[{])/y],
    ...form,
  ]),
  [fence, /[ \t]?/y, ["function", "tool"]],
  [["["], blank, /(?:\w+\.)?/y, names, ["("]],
  [marked, ["action"], /[*_ ]*/y, [":"], / *[*_"`]*/y, names, /(?![\w-])/y],
  [marked, ["action"], /[*_ ]*/y, [":"], / */y, ["```json\n", "```\n"]],
  [marked, recipients, [" to="], /\w/y],
];

const toOutputForms = (names: readonly string[]): FormPiece[][] => [
  [marked, ["print("], /(?:\w+\.)?/y, names, ["("]],
  [marked, /(?:\w+\.)?/y, names, blank, ["(", "{"]],
  [marked, ["functools[", ">>>"]],
  [marked, ["thought"], /[*_ ]*/y, [":"]],
];

const actionKeys = toWords([
  ...["thinking", "thought", "tools", "response", "reasoning", "confidence", "id", "result", "json"],
  ...["actions", "final_answer", ...valueKeys, ...callKeys],
]);
const labels = [
  ...["final answer", "question", "thought", "action"],
  ...["思考", "行动", "动作", "最终答案", "最终回答"],
];
const fences = /(?:(?:```|~~~)[ \t]?[\w-]*\s*)*/y;

/** Keys, tags and labels of the format that was asked for, and of the formats that models know besides. */
const askedForms: FormPiece[][] = [
  [["```", "~~~"], /[ \t]?[\w-]*\s*/y, never],
  [fences, /(?:[{["“]|\\")[{["'“\\\s]{0,40}/y, actionKeys, /\W/y],
  [fences, ["<"], splitWords("action tool_name response answer final_answer output"), /[^\w-]/y],
  [fences, /[*_#> -]*/y, labels, /(?: ?\d+)?[*_ ]*/y, [":", "："]],
];

/** Marks with what of them may stand at the end of a text. */
const marks: readonly (readonly [whole: RegExp, begun: RegExp])[] = [
  [/(?!)/, /^<[|｜]?[\w▁:｜|-]{0,60}$/],
  [/^✿[A-Z]+✿/, /^✿[A-Z]*$/],
  [/^<\|open\|>(?:tools|call)/, /^<\|open\|>[a-z]*$/],
  [/^\]<\]\w+\[>\[/, /^\](?:<(?:\]\w*(?:\[>?)?)?)?$/],
  [/^\[[A-Z_]*(?:TOOL|FUNCTION|CALL)[A-Z_]*\]/, /^\[[A-Z_]*$/],
  // Harmony's messages to a recipient, which begin like those to the person.
  [
    /^<\|(?:start|channel|recipient|from)\|>[\s\S]{0,150}?(?:\bto=|<\|recipient\|>(?!all))/,
    /^(?:<\|(?:start|channel|from)\|>[\w\s]*)+(?:<[|>a-z]{0,15})?$/,
  ],
];

const tagWords = new Set(
  splitWords(
    "tool tools toolcall toolcalls tooluse function functions functioncall functioncalls invoke call calls action actions plugin python dsml",
  ),
);

/** Any tag of which a word says that something is called. */
function isCallTag(text: string): boolean {
  const [, name = "", end = ""] = /^<[|｜]?([^<>\s=/｜|]*)([\s\S]?)/.exec(text) ?? [];
  const words = name.split(/[_▁:-]+|(?<=[a-z])(?=[A-Z])/);
  return end !== "" && words.some((word) => tagWords.has(word.toLowerCase()));
}
