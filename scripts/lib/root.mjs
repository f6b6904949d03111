import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout these scripts belong to, whatever folder they are started from. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
