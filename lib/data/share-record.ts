import { createHash } from "node:crypto";
import { z } from "zod";

/** The id of a shared page: what is kept of the token in its address. */
export const toShareId = (token: string): string => createHash("sha256").update(token).digest("hex");

/**
 * A share as the owner's conversation has it. `salt`, with the server's secret, gives the token again; `null`
 * for records of earlier versions, which kept the token itself: only its hash is read.
 */
export const shareSchema = z.preprocess(
  readToken,
  z.object({ id: z.string(), salt: z.string().nullable(), sharedAt: z.number(), messages: z.number().int() }),
);
export type Share = z.output<typeof shareSchema>;

const tokenSchema = z.looseObject({ token: z.string() });

/** Whether the record still holds the token of its address. */
export const hasToken = (stored: unknown): boolean => tokenSchema.safeParse(stored).success;

function readToken(stored: unknown): unknown {
  const old = tokenSchema.safeParse(stored);
  if (!old.success) return stored;
  const { token, ...share } = old.data;
  return { ...share, id: toShareId(token), salt: null };
}
