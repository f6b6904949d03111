import { z } from "zod";
import type { ChatDataParts } from "./chat-message";

const list = z.array(z.looseObject({}));

/**
 * Every data part of a message. `kept`: what a reply's log holds of it, each one that was sent, the newest in
 * the place of the first, or none: then it is shown only while the reply is made. `fields`: what its readers
 * may rely on in a stored message.
 */
export const dataParts = {
  progress: { kept: "no", fields: { stage: z.string() } },
  notice: { kept: "all", fields: { kind: z.string() } },
  claims: {
    kept: "all",
    fields: { claims: z.array(z.looseObject({ marks: z.array(z.number()), sources: list })) },
  },
  approval: {
    kept: "all",
    fields: { toolCallId: z.string(), state: z.string(), details: z.array(z.string()), pages: list },
  },
  memories: { kept: "all", fields: { used: list, saved: list } },
  questions: { kept: "all", fields: { questions: list } },
  draft: {
    kept: "all",
    fields: { text: z.string(), evaluation: z.looseObject({ missing: z.array(z.string()) }) },
  },
  plan: { kept: "newest", fields: { steps: list, notes: list } },
  question: { kept: "all", fields: { id: z.string(), text: z.string() } },
  helper: { kept: "all", fields: { kind: z.string() } },
  conflicts: { kept: "all", fields: { conflicts: list } },
} satisfies Record<keyof ChatDataParts, PartTraits>;

type PartTraits = { kept: "all" | "newest" | "no"; fields: z.ZodRawShape };
type DataPartType = `data-${keyof ChatDataParts}`;

const traitsByType: ReadonlyMap<string, PartTraits> = new Map(
  Object.entries(dataParts).map(([name, traits]) => [`data-${name}`, traits]),
);

/** How much is kept of a part or an event; all of what is no data part. */
export function toKept({ type }: { type: string }): PartTraits["kept"] {
  return traitsByType.get(type)?.kept ?? "all";
}

export function isDataPart<PART extends { type: string }>(
  part: PART,
): part is Extract<PART, { type: DataPartType }> {
  return traitsByType.has(part.type);
}

/** A schema for each data part, by its type. */
export function toPartSchemas<SCHEMA extends z.ZodType>(
  toSchema: (traits: PartTraits) => SCHEMA,
): Record<DataPartType, SCHEMA> {
  const schemas = [...traitsByType].map(([type, traits]) => [type, toSchema(traits)]);
  return Object.fromEntries(schemas) as Record<DataPartType, SCHEMA>;
}
