import { AppError } from "@/lib/errors";
import type { ExtractFacts } from "@/lib/memory/learn-conversation";
import { buildExtractionQuestion, toBatches } from "./extraction-prompt";
import { readExtraction, type ExtractedFact } from "./read-extraction";

/** One question to the small model; `null` where there is none. */
export type AskSmallModel = (
  question: { instructions: string; prompt: string; maxOutputTokens: number; limitMs: number },
  signal: AbortSignal,
) => Promise<{ text: string; costMicroUsd: number } | null>;

const maxOutputTokens = 1_000;
const limitMs = 30_000;
/** Of a span that needs more questions, the newest messages are read. */
const maxQuestions = 10;

/**
 * Lasting facts that a person says of themselves in a span of messages, as the small model finds them and their own words bear out. Throws what models throw,
 * and `model_unavailable` when no answer could be read.
 */
export function createExtractFacts({ askSmallModel }: { askSmallModel: AskSmallModel }): ExtractFacts {
  return async (span, known, signal) => {
    const batches = toBatches(span).slice(-maxQuestions);
    const facts: ExtractedFact[] = [];
    let costMicroUsd = 0;
    let unread = 0;
    for (const batch of batches) {
      const knownNow = [...known, ...facts.map(({ input }) => input.content)];
      const answer = await askSmallModel(
        { ...buildExtractionQuestion(batch, knownNow), maxOutputTokens, limitMs },
        signal,
      );
      if (answer === null) return null;
      costMicroUsd += answer.costMicroUsd;
      const found = readExtraction(answer.text, batch);
      if (found === null) unread += 1;
      else facts.push(...withoutKnown(found, knownNow));
    }
    if (unread > 0 && unread === batches.length)
      throw new AppError("model_unavailable", "The small model's answer could not be read.");
    return { facts, costMicroUsd };
  };
}

function withoutKnown(found: readonly ExtractedFact[], known: readonly string[]): ExtractedFact[] {
  const seen = new Set(known.map(toPlain));
  return found.filter(({ input }) => {
    const plain = toPlain(input.content);
    if (seen.has(plain)) return false;
    seen.add(plain);
    return true;
  });
}

function toPlain(content: string): string {
  return content
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]+/gu, "");
}
