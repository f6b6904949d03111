import { toModelsConfig } from "@/lib/features/settings/models-config";
import { toKeyVariable, type Env } from "@/lib/env";
import { toAppError } from "@/lib/errors";
import { createModels, type Models } from "@/lib/models/models";
import { testModel } from "@/lib/models/test-model";
import { toModelRef } from "@/lib/models/models-config";
import { findProviderNames } from "@/lib/models/provider-names";
import type { CheckOptions, Finding } from "./finding";

const tiers = ["main", "lite", "pro", "image", "embedding"] as const;

/**
 * Each tier's models. Where it is to ask, a provider gives the list of its models, which costs nothing; a
 * model that is not listed answers one tiny call. Keys that an administrator entered are not looked at.
 */
export async function checkModels(env: Env, { isAsking, signal }: CheckOptions): Promise<Finding[]> {
  const models = createModels(toModelsConfig(env, { keys: {}, servers: [] }));
  const ask = createAsk(env, models, signal);
  return Promise.all(
    tiers.map(async (tier): Promise<Finding> => {
      const chain = models.chain(tier);
      const found = judgeChain(models, chain) ?? (isAsking ? await ask(chain) : null);
      return { check: `model ${tier}`, ...(found ?? { status: "not asked", text: chain.join(", ") }) };
    }),
  );
}

type CheckResult = Omit<Finding, "check">;

/** What the environment alone shows; `null` where models have to be asked. */
function judgeChain(models: Models, chain: string[]): CheckResult | null {
  const keyed = new Set(models.providers().flatMap(({ id, key }) => (key === "none" ? [] : [id])));
  const without = chain.find((ref) => !keyed.has(toModelRef(ref).provider));
  if (without !== undefined)
    return { status: "failed", text: `${without} has no key. ${findProviderNames(without).hint}` };
  if (chain.length === 0) return { status: "missing", text: "no provider with a key offers such a model" };
  return chain.every((ref) => models.describe(ref).isStandIn)
    ? { status: "missing", text: "no provider has a key, so the offline guide answers" }
    : null;
}

function createAsk(env: Env, models: Models, signal: AbortSignal) {
  const lists = new Map<string, ReturnType<Models["listOf"]>>();
  const listOf = (provider: string) => {
    const asked = lists.get(provider) ?? models.listOf(provider, signal);
    lists.set(provider, asked);
    return asked;
  };
  async function findProblem(ref: string): Promise<string | null> {
    const { provider, model } = toModelRef(ref);
    try {
      const isListed = (await listOf(provider))?.some(({ name }) => name === model) ?? false;
      // Lists of other providers are often public, and say nothing of the key.
      if (isListed && variables[provider] !== undefined) return null;
      const { ok, message } = await testModel(models, ref, { signal });
      return ok ? null : message;
    } catch (error) {
      signal.throwIfAborted();
      const { code, message } = toAppError(error);
      return `${message} ${toRemedy(env, provider, code === "model_key")}`;
    }
  }
  return async (chain: readonly string[]): Promise<CheckResult> => {
    const asked = chain.filter((ref) => !models.describe(ref).isStandIn);
    const problems = (await Promise.all(asked.map(findProblem))).filter((problem) => problem !== null);
    return problems.length > 0
      ? { status: "failed", text: [...new Set(problems)].join("; ") }
      : { status: "ok", text: chain.join(", ") };
  };
}

/** Where the key and the address of a provider are set; those of other providers follow from their names. */
const variables: Partial<Record<string, { key: keyof Env; address: keyof Env }>> = {
  google: { key: "GOOGLE_GENERATIVE_AI_API_KEY", address: "GOOGLE_BASE_URL" },
  openai: { key: "OPENAI_API_KEY", address: "OPENAI_BASE_URL" },
  anthropic: { key: "ANTHROPIC_API_KEY", address: "ANTHROPIC_BASE_URL" },
  local: { key: "LOCAL_API_KEY", address: "LOCAL_BASE_URL" },
};

function toRemedy(env: Env, provider: string, isKey: boolean): string {
  const { key, address } = variables[provider] ?? {
    key: toKeyVariable(provider),
    address: "COMPATIBLE_PROVIDERS" as const,
  };
  if (isKey) return `Check ${key}`;
  return env[address] === undefined ? "Check that this machine can reach it" : `Check ${address}`;
}
