import { z } from "zod";
import { idSchema } from "./ids";

export const maxMentions = 8;
/** `agent`: answers this question alone; `collection`: these alone are searched; `conversation`: is told. */
export const mentionKinds = ["agent", "collection", "conversation"] as const;
export type MentionKind = (typeof mentionKinds)[number];

/** What a question points at, by its id, each once and one agent at most. */
export const mentionsSchema = z
  .array(z.strictObject({ kind: z.enum(mentionKinds), id: idSchema }))
  .max(maxMentions)
  .refine((all) => all.filter(({ kind }) => kind === "agent").length <= 1, "name one agent at most")
  .refine((all) => new Set(all.map(({ kind, id }) => `${kind} ${id}`)).size === all.length, "name each once");
export type SentMention = z.output<typeof mentionsSchema>[number];

/** As a message keeps it, with the name that it had then. */
export type Mention = SentMention & { name: string };

/** Ids of what a question mentions. */
export const listMentioned = (mentions: readonly Mention[] | undefined, kind: MentionKind): string[] =>
  (mentions ?? []).filter((mention) => mention.kind === kind).map(({ id }) => id);
