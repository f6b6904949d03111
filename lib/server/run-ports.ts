import { deriveSecret } from "@/lib/auth/secrets";
import { createFindSaid, createRecallSaid } from "@/lib/documents/find-said";
import { findCells } from "@/lib/documents/sheet-cells";
import type { Env } from "@/lib/env";
import { createSourceLedger } from "@/lib/evidence/ledger";
import { makeImage } from "@/lib/models/make-image";
import { waitFor } from "@/lib/models/open-chain";
import { createToolCatalog } from "@/lib/tools/catalog";
import { createRerank } from "@/lib/tools/rerank";
import { createPermissionsOf } from "./permissions-of";
import type { PersonLimits } from "./person-limits";
import { createNoteSaid } from "./note-said";
import { createIconKeeper } from "./site-icons";
import { textThreads } from "./text-threads";
import { createWeb } from "./web";

import type { ProviderRegistry } from "@/lib/admin/providers";
import type { AgentSettings, ModelTier } from "@/lib/protocol/settings";
import { readerPriceName } from "@/lib/protocol/settings-fields";
import { isFree, newId, toRunModels, type CoreServices, type Documents } from "./core-services";
export function createTools(
  env: Env,
  limits: PersonLimits,
  {
    settings,
    providers,
    breakers,
    records,
    memory,
    chainOf,
    compareMeaning,
    askSmall,
    index,
    embed,
    documents,
    log,
    now,
  }: CoreServices & { documents: Documents },
) {
  return createToolCatalog({
    ...createWeb(env, { settings, providers, breakers, limits, log, now }),
    memory,
    findImageGenerator: async () => {
      const chain = await chainOf("image");
      return chain.length === 0
        ? null
        : (input, { signal }) => makeImage(providers.models(), chain, input, signal);
    },
    saveImage: (image) => records.files.save({ ...image, fileId: newId(), createdAt: now() }),
    askSmall,
    compareMeaning,
    rerank: createRerank(askSmall, now),
    breakers,
    searchDocuments: documents.search,
    library: documents.library,
    findCells: (file, range, { documents: { scopes } }) =>
      findCells(documents.library, { scopes, file, range }),
    findSaid: createFindSaid({ ...records, index, embed }),
    wait: waitFor,
    // What was asked for and answered stands in the run's record.
    onLog: (entry) => log[entry.status === "success" ? "debug" : "info"]("tool_called", entry),
  });
}

type InBackground = Parameters<typeof createIconKeeper>[1]["inBackground"];

export function toRunDeps(
  env: Env,
  {
    records,
    secret,
    askSmall,
    settings,
    memory,
    providers,
    breakers,
    log,
    isMemoryShort,
    personPurse,
    index,
    embed,
    documents,
    inBackground,
    now,
    wait,
  }: CoreServices & { documents: Documents; inBackground: InBackground },
  tools: ReturnType<typeof createToolCatalog>,
) {
  const keepIcon = createIconKeeper(env, { records, inBackground, now });
  const createLedger = (userId: string, conversationId: string) =>
    createSourceLedger({
      ...{ records: records.evidence, userId, conversationId, now, newId },
      keepIcon: (page) => keepIcon(userId, conversationId, page),
    });
  return {
    ...records,
    settings,
    memory,
    models: () => toRunModels(providers.models(), { breakers, log, wait }),
    tools,
    library: documents.library,
    recallSaid: createRecallSaid({ ...records, index, embed }),
    noteSaid: createNoteSaid(records.jobs, now),
    approvalSecret: deriveSecret(secret, "sextant tool approvals"),
    askSmall,
    personPurse,
    mayCostBeside: (inForce: AgentSettings) => mayCostBeside(providers, inForce),
    permissionsOf: createPermissionsOf({ settings, people: records.people, freeTools: tools.firstStepTools }),
    createLedger,
    ...toWorker(env),
    isMemoryShort,
    compareTexts: textThreads.compareTexts,
    now,
    wait,
    newId,
  };
}

/** Whether anything beside the answering model may cost money. */
export function mayCostBeside(providers: ProviderRegistry, settings: AgentSettings): boolean {
  const models = providers.models();
  const tiers: readonly ModelTier[] = settings.imageGenerationEnabled
    ? ["lite", "embedding", "image"]
    : ["lite", "embedding"];
  const refs = tiers.flatMap((tier) => models.chain(tier, { settings: settings.modelTiers[tier] }));
  const prices = providers
    .engines()
    .flatMap(({ id, engine }) =>
      engine === null ? [] : [settings.prices[id]?.perSearch ?? engine.costMicroUsd ?? 0],
    );
  return (
    refs.some((ref) => !isFree(models, ref)) ||
    [...prices, settings.prices[readerPriceName]?.perPage ?? 0].some((price) => price > 0)
  );
}

/** A function of Vercel's ends after the time that its route asks for, the longest that every plan allows. */
const vercelSeconds = 300;

/** This process among those that make replies. */
function toWorker({ STORE, isVercel, FUNCTION_SECONDS, MAX_RUNS, MAX_RUNS_PER_PERSON }: Env) {
  const seconds = FUNCTION_SECONDS ?? (isVercel ? vercelSeconds : null);
  return {
    isAlone: STORE === "embedded",
    workerId: newId(),
    processLimitMs: seconds === null ? null : seconds * 1000,
    maxRuns: MAX_RUNS,
    maxRunsOfPerson: MAX_RUNS_PER_PERSON,
  };
}
