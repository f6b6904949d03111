import { z } from "zod";

/** So many hints may be live, of so many characters. */
export const mostHints = 20;
export const mostHintCharacters = 300;
const mostDismissed = 200;

/** A tool and the code of the error with which it failed: there is one hint for each such pair. */
const hintKey = z.string().regex(/^[a-z][a-z0-9_.]{0,63}:[a-z_]{1,32}$/);
export const toHintKey = ({ tool, code }: { tool: string; code: string }): string => `${tool}:${code}`;
export function fromHintKey(key: string): { tool: string; code: string } {
  const [tool = "", code = ""] = key.split(":");
  return { tool, code };
}

/** What agents that have the tool are told of it; an empty text is a suggestion that was dismissed. */
export type ToolHints = Record<string, string>;
export const toolHintsSchema: z.ZodType<ToolHints> = z
  .record(hintKey, z.string().trim().max(mostHintCharacters))
  .refine((hints) => countLive(hints) <= mostHints, `at most ${mostHints} hints`)
  .refine((hints) => Object.keys(hints).length <= mostHints + mostDismissed, "dismissed too many");

const countLive = (hints: ToolHints): number => Object.values(hints).filter((text) => text !== "").length;

/** Those for the tools that are offered. */
export function listHints(hints: ToolHints, tools: readonly string[]): string[] {
  return Object.entries(hints).flatMap(([key, text]) =>
    text !== "" && tools.includes(fromHintKey(key).tool) ? [text] : [],
  );
}

/**
 * A failure that repeats, in how many replies, and in how many of them the same tool worked later: with other
 * values, in `fields` of its parameters where these are ours, or with the same. `text` is a draft.
 */
export type HintSuggestion = {
  tool: string;
  code: string;
  failed: number;
  changed: number;
  again: number;
  fields: string[];
  text: string;
};

/** `GET /api/admin/hints`, the most frequent first. */
export type HintsReply = { suggestions: HintSuggestion[] };
