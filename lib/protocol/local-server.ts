import { z } from "zod";

/** A server with OpenAI's protocol and the models on it that answer questions. */
export type LocalServer = { name: string; baseURL: string; models: string[] };

const addressSchema = z.string().trim().min(1).max(500);
const keySchema = z.string().trim().min(1).max(500).nullable();

/** `GET /api/admin/models/server`: what listens on this machine, for whoever uses the server alone. */
export type LocalServersReply = { servers: LocalServer[] };
/** `POST`: which models the server of an address has; nothing is kept. */
export const askServerSchema = z.strictObject({ address: addressSchema, key: keySchema });
/** `PUT`: that server's model answers from now on. `DELETE` forgets it. */
export const putServerSchema = z.strictObject({
  address: addressSchema,
  key: keySchema,
  model: z.string().trim().min(1).max(200).regex(/^\S+$/, "is the name of a model"),
});
