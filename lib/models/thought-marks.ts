import { type CallForm, matchForm, never, splitWords, toWords } from "./text-tools/match-form";

/**
 * `answer` begins an answer, and ends a thought where there is one; `end` ends what Harmony has begun, `stop`
 * an output; `wrap` and `unwrap` stand around an answer.
 */
export type Mark = { text: string; kind: "open" | "close" | "answer" | "end" | "stop" | "wrap" | "unwrap" };

/** With which models end what they write. */
const stopWords = splitWords(
  "<|im_end|> <|eot_id|> <|eom_id|> <|eot|> <|eom|> <|endoftext|> <|end_of_text|> <|end_of_turn|> <|end_of_turn_token|> " +
    "<｜end▁of▁sentence｜> <|end|> <|return|> <end_of_turn> <turn|> </s> <eos>",
);
const ends = `(?:\\s|${stopWords.map((word) => word.replaceAll("|", String.raw`\|`)).join("|")})*`;
/** Nothing but ends of an output, and perhaps the beginning of another. */
export const onlyEnds = new RegExp(`^${ends}$`, "i");
export const mayBeEnds = new RegExp(`^${ends}(?:<[^<>\\s]{0,30})?$`, "i");
/** As models and their templates write them, of Qwen, DeepSeek, Seed, MiniMax, Magistral, Kimi and others. */
const names = splitWords("think thinking thought thoughts reasoning");
const toTag = (start: string, words: readonly string[]): CallForm => [
  ...[[start], /(?:[a-z]{1,20}:)?/iy, words, /(?:\s[^<>]{0,80})?/y, [">"]],
];
const harmonyStarts = ["<|end|><|start|>assistant", "<|start|>assistant", ""];
const toHarmony = (channel: string) =>
  harmonyStarts.map((start) => `${start}<|channel|>${channel}<|message|>`);
const toForms = (kind: Mark["kind"], words: readonly string[]) => [kind, [toWords(words)]] as const;
const forms: readonly (readonly [kind: Mark["kind"], form: CallForm])[] = [
  ["open", toTag("<", names)],
  ["close", toTag("</", names)],
  ["close", [["</", "<"], /[a-z]{1,20}/iy, never]],
  toForms("open", ["[think]", "◁think▷", "<|start_thinking|>", "<|begin_of_thought|>", "<|inner_prefix|>"]),
  toForms("open", toHarmony("analysis")),
  ["open", [["<|channel>"], ["analysis", "thought"], /\s/y]],
  toForms("close", ["[/think]", "◁/think▷", "<|end_thinking|>", "<|end_of_thought|>", "<|inner_suffix|>"]),
  toForms("close", ["<channel|>"]),
  toForms("answer", [...toHarmony("final"), ...toHarmony("commentary")]),
  toForms("answer", ["<|start|>assistant to=user<|message|>", "<|start_response|>", "<|start_text|>"]),
  toForms("answer", ["<|begin_of_solution|>"]),
  ["wrap", [["<"], ["response", "answer"], [">"]]],
  ["unwrap", [["</"], ["response", "answer"], [">"]]],
  toForms("end", ["<|end|>", "<|return|>", "<|end_response|>", "<|end_text|>", "<|end_of_solution|>"]),
  ["stop", [stopWords]],
];
/** Where the model's own marks were taken out, and where it begins to speak to itself. */
export const outputStarts: readonly (readonly [kind: "lost" | "answer" | "open", form: CallForm])[] = [
  ["lost", [["analysis"], /(?=[\p{Lu}\p{Lo}])/uy]],
  ["open", [/\s*/y, ["to=self<|message|>"]]],
  ["answer", [/\s*/y, ["to=user<|message|>"]]],
];
/** What is said to a tool is left to the reader of calls. */
const lostEnd = ["close", [["assistantcommentary", "assistantfinal"]]] as const;
/** Where a mark may begin, told by what is cheap to look at. */
const sign = String.raw`<(?=[|｜/]|$|th|re|an|en|eo|tu|ch|[a-z]{1,20}(?::|$))|\[(?=\/?(?:th|t?$))|◁`;
const signs = new RegExp(sign, "gi");
const lostSigns = new RegExp(`${sign}|assistant|a[a-z]{0,8}$`, "gi");
export const longestMark = 140;

/** `isLost`: the marks of the thought that is open were taken out. */
export function mayHoldMark(text: string, isLost: boolean): boolean {
  const found = isLost ? lostSigns : signs;
  found.lastIndex = 0;
  return found.test(text);
}

/** The next mark, or where one may begin; without any, the end of the text. */
export function findMark(
  pending: string,
  { from, isOver, isLost }: { from: number; isOver: boolean; isLost: boolean },
): { start: number; mark: Mark | null } {
  const places = isLost ? lostSigns : signs;
  const known = isLost ? [...forms, lostEnd] : forms;
  places.lastIndex = from;
  for (let at = places.exec(pending); at !== null; at = places.exec(pending)) {
    const head = pending.slice(at.index, at.index + longestMark);
    const lower = head.toLowerCase();
    const found = known.map(([kind, form]) => ({ kind, length: matchForm(head, form, lower) }));
    if (!isOver && found.some(({ length }) => length === "maybe")) return { start: at.index, mark: null };
    const marks = found.flatMap(({ kind, length }) =>
      typeof length === "number"
        ? [{ kind, text: head.slice(0, length).replace(/(?<=^assistant)commentary$/, "") }]
        : [],
    );
    const [mark] = marks.toSorted((one, other) => other.text.length - one.text.length);
    if (mark !== undefined) return { start: at.index, mark };
  }
  return { start: pending.length, mark: null };
}
