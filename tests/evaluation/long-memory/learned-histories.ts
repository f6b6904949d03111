import { readFileSync } from "node:fs";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { z } from "zod";

/** What a model notes of a message, by the message's place from 1. */
const notedSchema = z.strictObject({ message: z.number().int(), content: z.string() });
const learnedHistorySchema = z.strictObject({
  id: z.string(),
  language: z.enum(["en", "zh", "mixed"]),
  /** Said before, in words that are always kept. */
  known: z.string().optional(),
  said: z.array(z.string()).min(5),
  noted: z.array(notedSchema),
  /** What the model notes as well although the message does not say it, only supposes it, or holds a secret. */
  invented: z.array(notedSchema).default([]),
  asks: z.array(
    z.strictObject({ ask: z.string(), expect: z.array(z.string()), absent: z.array(z.string()).default([]) }),
  ),
});
export type LearnedHistory = z.output<typeof learnedHistorySchema>;

export function readLearnedHistories(): LearnedHistory[] {
  return z
    .array(learnedHistorySchema)
    .parse(JSON.parse(readFileSync(new URL("learned.json", import.meta.url), "utf8")));
}

/** A small model that notes what the histories say it notes, of the messages that it is shown. */
export function createNotingModel(histories: readonly LearnedHistory[]): (request: ProviderRequest) => Reply {
  return ({ body }) => {
    const shown = [...readWords(body).matchAll(/<message number="(\d+)">\n([\s\S]*?)\n<\/message>/gu)].map(
      ([, number = "", text = ""]) => ({ number: Number(number), text }),
    );
    if (shown.length === 0) return { parts: [{ type: "text", chunks: ["-"] }] };
    const replaces = findKnownIds(histories, readWords(body));
    const facts = shown.flatMap(({ text }) =>
      findNoted(histories, text).map(({ content, isInvented }) => ({
        content,
        quote: isInvented ? content : text,
        category: "profile",
        tier: "core",
        sameAs: null,
        replaces,
      })),
    );
    return {
      parts: [{ type: "text", chunks: [JSON.stringify({ facts })] }],
      usage: { input: 200, output: 40 },
    };
  };
}

/** Whether a request to a model asks for facts. */
export function asksForFacts({ body }: ProviderRequest): boolean {
  return readWords(body).includes("<message number=");
}

/** Messages are shown without their marks at the end, and without what is somebody else's. */
function findNoted(
  histories: readonly LearnedHistory[],
  shown: string,
): { content: string; isInvented: boolean }[] {
  return histories.flatMap(({ said, noted, invented }) =>
    [...noted, ...invented]
      .filter(({ message }) => toPlain(said[message - 1] ?? "").startsWith(toPlain(shown).slice(0, 12)))
      .map((fact) => ({ content: fact.content, isInvented: invented.includes(fact) })),
  );
}

/** The short ids of facts that were said before, which what follows in these histories replaces. */
function findKnownIds(histories: readonly LearnedHistory[], question: string): string[] {
  return [...question.matchAll(/^\[(f\d+)\] (.+) \(since /gmu)].flatMap(([, id = "", content = ""]) =>
    histories.some(({ known }) => known?.includes(content)) ? [id] : [],
  );
}

function toPlain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

function readWords(body: Record<string, unknown>): string {
  const messages = z
    .array(z.object({ content: z.unknown() }))
    .catch([])
    .parse(body["messages"]);
  return messages
    .map(({ content }) =>
      typeof content === "string"
        ? content
        : z
            .array(z.object({ text: z.string() }))
            .catch([])
            .parse(content)
            .map(({ text }) => text)
            .join("\n"),
    )
    .join("\n");
}
