import { deriveSecret } from "@/lib/auth/secrets";
import { replyDocuments } from "@/lib/documents/reply-documents";
import { findCells } from "@/lib/documents/sheet-cells";
import type { Env } from "@/lib/env";
import type { FeatureServices } from "@/lib/features";
import { textThreads } from "@/lib/features/text-threads";
import { createSourceLedger } from "@/lib/evidence/ledger";
import { makeImage } from "@/lib/models/make-image";
import { waitFor } from "@/lib/models/open-chain";
import { createToolCatalog } from "@/lib/tools/catalog";
import { createRerank } from "@/lib/tools/rerank";
import { createPermissionsOf } from "./permissions-of";
import type { PersonLimits } from "./person-limits";
import { createIconKeeper } from "./site-icons";
import { createWeb } from "./web";
import { newId, toRunModels, type CoreServices } from "./core-services";

export function createTools(
  env: Env,
  limits: PersonLimits,
  { settings, providers, breakers, records, chainOf, compareMeaning, askSmall, log, now }: CoreServices,
  { memory, library, recall }: FeatureServices,
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
    searchDocuments: library.searchDocuments,
    library: library.reader,
    findCells: (file, range, { run }) =>
      findCells(library.reader, { scopes: replyDocuments.get(run).scopes, file, range }),
    findSaid: recall.findSaid,
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
    providers,
    breakers,
    log,
    isMemoryShort,
    personPurse,
    mayCostBeside,
    inBackground,
    now,
    wait,
  }: CoreServices & { inBackground: InBackground },
  { memory, library, recall, reminders }: FeatureServices,
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
    ...{ library: library.reader, sentFiles: library, noteWaiting: reminders.note, ...recall },
    approvalSecret: deriveSecret(secret, "sextant tool approvals"),
    askSmall,
    personPurse,
    mayCostBeside,
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
