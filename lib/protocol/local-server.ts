import { z } from "zod";
import { providerIdSchema } from "./settings";

/** A server with OpenAI's protocol and the models on it that answer questions. */
export type LocalServer = { name: string; baseURL: string; models: string[] };

/** Its provider's part of a reference. */
const nameSchema = providerIdSchema.default("local");
const addressSchema = z.string().trim().min(1).max(500);
const keySchema = z.string().trim().min(1).max(500).nullable();

/** `GET /api/admin/models/server`: what listens on this machine, for whoever uses the server alone. */
export type LocalServersReply = { servers: LocalServer[] };
/** `POST`: which models the server of an address has; nothing is kept. */
export const askServerSchema = z.strictObject({ name: nameSchema, address: addressSchema, key: keySchema });
export type AskServer = z.output<typeof askServerSchema>;
/** `PUT`: that server's model answers from now on. Without a key, one at the same address keeps its own. */
export const putServerSchema = z.strictObject({
  ...askServerSchema.shape,
  model: z.string().trim().min(1).max(200).regex(/^\S+$/, "is the name of a model"),
});
export type PutServer = z.output<typeof putServerSchema>;
/** `DELETE` forgets it. */
export const removeServerSchema = z.object({ name: nameSchema });
