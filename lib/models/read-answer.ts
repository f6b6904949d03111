import type { z } from "zod";
import { findJson, parseLoose } from "./text-tools/loose-json";

/** `isOtherForm`: the text is whole, and is no JSON of the schema. */
export type ReadAnswer<ANSWER> =
  { problem: null; answer: ANSWER; isOtherForm: false } | { problem: string; isOtherForm: boolean };

/** No question asks for as much; what is longer is not read. */
const longestAnswer = 100_000;

/**
 * Reads a structured answer. What stands around its JSON is left out, and slips are mended; a text that was
 * cut is not: nobody could say what its end would have been.
 */
export function readAnswer<ANSWER>(
  text: string,
  { schema, isCut }: { schema: z.ZodType<ANSWER>; isCut: boolean },
): ReadAnswer<ANSWER> {
  if (text.length > longestAnswer) return toProblem("It was far too long.");
  // Thoughts may stand before the answer, and hold JSON too.
  for (const { value } of findJson(text).toReversed()) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { problem: null, answer: parsed.data, isOtherForm: false };
  }
  if (isCut || isUnclosed(text)) return toProblem("It was cut. Write less.");
  const parsed = schema.safeParse(parseLoose(text.slice(Math.max(0, text.search(/[{[]/)))));
  return parsed.success
    ? { problem: null, answer: parsed.data, isOtherForm: false }
    : toProblem("It was not JSON of the schema.", true);
}

const toProblem = (problem: string, isOtherForm = false) => ({ problem, isOtherForm });

/** Whether it ends inside of the JSON that it begins. */
function isUnclosed(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (isString && char === "\\") index += 1;
    else if (char === '"' && depth > 0) isString = !isString;
    else if (isString) continue;
    else if (char === "{" || char === "[") depth += 1;
    else if ((char === "}" || char === "]") && depth > 0) depth -= 1;
  }
  return isString ? !/[}\]]\s*(?:```\s*)?$/.test(text.slice(-20)) : depth > 0;
}
