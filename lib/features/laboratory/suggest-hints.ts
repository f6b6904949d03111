import {
  mostHints,
  toHintKey,
  type HintSuggestion,
  type ToolHints,
} from "@/lib/features/laboratory/shape/hints";

/** What is known of a failure, added up over days. */
export type Mended = {
  tool: string;
  code: string;
  failed: number;
  changed: number;
  again: number;
  fields: Record<string, number>;
};

/** Replies in which it failed and was mended: fewer may be chance. */
const leastMended = 3;
/** Of the replies in which it failed. */
const leastMendedShare = 0.5;
/** A parameter is named where it was another one in so many of those that were mended by other values. */
const leastFieldShare = 0.5;
const mostFields = 3;

/**
 * Hints that failures suggest, the most frequent first, without those that stand in the settings already,
 * live or dismissed. Their words are made of names of tools, errors and parameters alone.
 */
export function suggestHints(mends: readonly Mended[], known: ToolHints): HintSuggestion[] {
  return mends
    .filter((mend) => known[toHintKey(mend)] === undefined)
    .filter(({ failed, changed, again }) => {
      const mended = changed + again;
      return mended >= leastMended && mended >= failed * leastMendedShare;
    })
    .sort((one, other) => other.failed - one.failed || toHintKey(one).localeCompare(toHintKey(other)))
    .slice(0, mostHints)
    .map(toSuggestion);
}

function toSuggestion({ tool, code, failed, changed, again, fields: counts }: Mended): HintSuggestion {
  const fields = Object.entries(counts)
    .filter(([, count]) => count >= changed * leastFieldShare)
    .sort(([a, one], [b, other]) => other - one || a.localeCompare(b))
    .slice(0, mostFields)
    .map(([name]) => name);
  const facts = { tool, code, failed, changed, again, fields };
  return { ...facts, text: again > changed ? toAgainText(facts) : toChangedText(facts) };
}

type HintFacts = Omit<HintSuggestion, "text">;

const toAgainText = ({ tool, code }: HintFacts): string =>
  `When ${tool} fails with ${code}, make the same call once more: here it mostly works then.`;

function toChangedText({ tool, code, fields }: HintFacts): string {
  const where = fields.length === 0 ? "other values" : `another value for ${fields.join(", ")}`;
  return `When ${tool} fails with ${code}, call it once more with ${where}: here it mostly works then.`;
}
