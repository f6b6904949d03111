import { z } from "zod";

/** Every id that a client may name: conversations, messages, runs, memories. Firestore reserves `__…__`. */
export const idSchema = z
  .string()
  .regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,64}$/, "use 1 to 64 letters, digits, - or _");
