import { toNumberedItems, type AskSmall } from "@/lib/protocol/ask";
import { type Fact, memoryCategories, memoryTiers, type FactInput } from "./shape";
import { z } from "zod";
import { listInForce, relationFields, relationRules, unrelated, type Relation } from "./relation";
import { findSecret } from "./secrets";
import { saysNothing, toOneLine } from "./wording";

export type RelatedFact = { input: FactInput; relation: Relation };
export type RelateOptions = {
  /** At most 26. */
  facts: readonly Fact[];
  /** Nobody has said what the new facts are about and how long they hold: the model does. */
  isUnsorted: boolean;
};

const limitMs = 4_000;
const longest = 500;

const answerSchema = z.object({
  facts: z.array(
    z.object({
      number: z.number().int(),
      withoutSecret: z.string(),
      category: z.enum(memoryCategories),
      tier: z.enum(memoryTiers),
      ...relationFields,
    }),
  ),
});

const instructions = `You keep the notes of an assistant about one person. Compare each new fact with all known facts.
number: the number of the new fact.
withoutSecret: when the new fact holds a password, a PIN, a code, a key, or a card, account or identity number: the fact written again without it and without naming it, or "" when nothing worth keeping is left. Else "".
category: profile, preference, technical or project. tier: core for what hardly ever changes (name, family, allergies), important for what holds for months, context for what holds for some weeks.
${relationRules}
Example: {"facts":[{"number":1,"withoutSecret":"","category":"profile","tier":"important","sameAs":null,"replaces":["f2"]}]}`;

/**
 * Asks the small model how new facts stand to those in force, and for the harmless half of those that hold a
 * secret. Where it does not answer, each fact stands beside the others as it is. Never throws.
 */
export async function relateFacts(
  askSmall: AskSmall,
  inputs: readonly FactInput[],
  { facts, isUnsorted }: RelateOptions,
  signal: AbortSignal,
): Promise<{ related: RelatedFact[]; costMicroUsd: number }> {
  const asIs = inputs.map((input) => ({ input, relation: unrelated }));
  const isNeeded =
    facts.length > 0 || isUnsorted || inputs.some(({ content }) => findSecret(content) !== null);
  if (inputs.length === 0 || !isNeeded) return { related: asIs, costMicroUsd: 0 };
  const inForce = listInForce(facts);
  const { answer, costMicroUsd } = await askSmall(
    {
      purpose: "relate_facts",
      instructions,
      prompt: `Known facts:\n${inForce.lines}\n\nNew facts:\n${toNumberedItems(inputs.map(({ content }) => toOneLine(content)))}`,
      schema: answerSchema,
      limitMs,
    },
    signal,
  ).catch(() => ({ answer: null, costMicroUsd: 0 }));
  const related = inputs.map((input, index) => {
    const found = answer?.facts.find(({ number }) => number === index + 1);
    if (found === undefined) return { input, relation: unrelated };
    const { category, tier } = isUnsorted ? found : input;
    const content = toHarmless(input.content, found.withoutSecret);
    return { input: { ...input, content, category, tier }, relation: inForce.toRelation(found) };
  });
  return { related, costMicroUsd };
}

/** The rewritten content where the fact holds a secret and the rewritten one does not. */
function toHarmless(content: string, rewritten: string): string {
  const isUsable =
    findSecret(content) !== null &&
    findSecret(rewritten) === null &&
    !saysNothing(rewritten) &&
    rewritten.length <= longest;
  return isUsable ? rewritten : content;
}
