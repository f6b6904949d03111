import { z } from "zod";

/** The form of every id that a client may name: conversations, messages, runs, memories. Firestore keeps `__…__` for itself. */
export const idSchema = z
  .string()
  .regex(/^(?!__.*__$)[A-Za-z0-9_-]{1,64}$/, "use 1 to 64 letters, digits, - or _");
