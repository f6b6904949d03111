import { toModelsConfig } from "@/lib/admin/models-config";
import type { Env } from "@/lib/env";
import { createModels } from "@/lib/models/models";
import { toModelRef } from "@/lib/models/models-config";
import type { Finding } from "./finding";

const tiers = ["main", "lite", "pro", "image"] as const;

/** Makes no call and does not look at the keys in the store that an administrator entered. */
export function checkModels(env: Env): Finding[] {
  const models = createModels(toModelsConfig(env, { keys: {}, server: null }));
  const keyed = new Set(models.providers().flatMap(({ id, key }) => (key === "none" ? [] : [id])));
  return tiers.map((tier) => {
    const check = `model ${tier}`;
    const chain = models.chain(tier);
    const without = chain.find((ref) => !keyed.has(toModelRef(ref).provider));
    if (without !== undefined)
      return { check, status: "failed", text: `${without} is named, but its provider has no key` };
    if (chain.length === 0)
      return { check, status: "missing", text: "no key for a provider that has such models" };
    if (chain.every((ref) => ref.startsWith("offline:")))
      return { check, status: "missing", text: "no provider's key is set: the offline guide answers" };
    return { check, status: "ok", text: chain.join(", ") };
  });
}
