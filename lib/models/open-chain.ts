import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { createChainModel } from "./chain-model";
import { createDeltaJoiner } from "./join-deltas";
import type { Models } from "./models";
import type { ModelChainOptions } from "./try-chain";

export type ChainHooks = Omit<ModelChainOptions, "refs" | "models" | "wait"> & {
  /** Rejects with the signal's reason when it aborts. */
  wait?: ModelChainOptions["wait"];
  /** Stands between the chain and each of its models. */
  adapt?: (ref: string, model: LanguageModelV4) => LanguageModelV4;
};

/** A chain of references as one model that falls back before its first word and joins its deltas. */
export function openChain(models: Models, refs: readonly string[], hooks: ChainHooks): LanguageModelV4 {
  const { adapt = (_ref, model) => model, ...rest } = hooks;
  const language = async (ref: string) => adapt(ref, await models.language(ref));
  const isNear = (ref: string) => models.describe(ref).isNear;
  const takesPrefix = (ref: string) => models.describe(ref).takesPrefix;
  const reached = { language, isNear, takesPrefix, noteAnswered: models.noteAnswered };
  const chain = createChainModel({ refs, models: reached, wait: waitFor, ...rest });
  return wrapLanguageModel({ model: chain, middleware: createDeltaJoiner() });
}

/** Rejects with the signal's reason when it aborts. */
export async function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal === undefined ? {} : { signal });
}
