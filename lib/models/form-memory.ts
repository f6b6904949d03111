import type { AnswerForm } from "./answer-forms";
import { toModelRef } from "./models-config";

/**
 * How a model is asked. Its thoughts are `free` where nothing shows that it has any, `off` where it is asked
 * for none, and `paid` where it thinks all the same: then they get tokens of their own.
 */
export type Asking = { form: AnswerForm; thoughts: "free" | "off" | "paid" };

export type FormMemory = {
  get(ref: string): Asking;
  keep(ref: string, asking: Asking, lifeMs?: number): void;
};

const usualLifeMs = 3_600_000;
const mostModels = 200;

/**
 * What this process has seen models take, for an hour where nothing is said. It saves requests and is no
 * truth that other processes would have to know.
 */
export function createFormMemory(now: () => number): FormMemory {
  const known = new Map<string, { asking: Asking; until: number }>();
  return {
    get(ref) {
      const found = known.get(ref);
      return found !== undefined && found.until > now() ? found.asking : toFirst(ref);
    },
    keep(ref, asking, lifeMs = usualLifeMs) {
      known.delete(ref);
      known.set(ref, { asking, until: now() + lifeMs });
      for (const oldest of known.keys()) if (known.size > mostModels) known.delete(oldest);
    },
  };
}

/** Their packages know what each of their models can be told of its thoughts. */
const vendors = new Set(["openai", "anthropic", "google"]);

export const isVendor = (ref: string): boolean => vendors.has(toModelRef(ref).provider);

function toFirst(ref: string): Asking {
  return { form: "json_schema", thoughts: isVendor(ref) ? "off" : "free" };
}
