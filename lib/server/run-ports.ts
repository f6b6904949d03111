import { deriveSecret } from "@/lib/secrets";
import type { Env } from "@/lib/env";
import type { Features } from "@/lib/features";
import { waitFor } from "@/lib/models/open-chain";
import { createToolCatalog } from "@/lib/engine/tools/catalog";
import { createRerank } from "@/lib/engine/tools/rerank";
import { createPermissionsOf } from "./permissions-of";
import { newId, toRunModels, type CoreServices } from "./core-services";

export function createTools({ breakers, askSmall, log, now }: CoreServices, { tools }: Features) {
  return createToolCatalog({
    ...{ tools, breakers, rerank: createRerank(askSmall, now), wait: waitFor },
    // What was asked for and answered stands in the run's record.
    onLog: (entry) => log[entry.status === "success" ? "debug" : "info"]("tool_called", entry),
  });
}

/** What runs are made in, but for what is written with a turn and what goes with a conversation. */
export function toRunHost(
  { env, records, secret, providers, settings, ...ground }: CoreServices,
  { isAllowed, callNext, noteWaiting, ...ports }: Features["ports"],
  tools: ReturnType<typeof createToolCatalog>,
) {
  const { breakers, askSmall, personPurse, mayCostBeside, isMemoryShort, log, now, wait } = ground;
  return {
    ...{ ...ports, records, tools, askSmall, money: { personPurse, mayCostBeside } },
    models: () => toRunModels(providers.models(), { breakers, log, wait }),
    permissions: {
      of: createPermissionsOf({ settings, people: records.people, freeTools: tools.firstStepTools }),
      isAllowed,
      approvalSecret: deriveSecret(secret, "sextant tool approvals"),
    },
    worker: { ...toWorker(env), callNext, noteWaiting, isMemoryShort },
    ...{ log, now, wait, newId },
  };
}

/** A function of Vercel's ends after the time that its route asks for, the longest that every plan allows. */
const vercelSeconds = 300;

/** This process among those that make replies. */
function toWorker({ STORE, isVercel, FUNCTION_SECONDS, MAX_RUNS, MAX_RUNS_PER_PERSON }: Env) {
  const seconds = FUNCTION_SECONDS ?? (isVercel ? vercelSeconds : null);
  return {
    isAlone: STORE === "embedded",
    id: newId(),
    processLimitMs: seconds === null ? null : seconds * 1000,
    maxRuns: MAX_RUNS,
    maxRunsOfPerson: MAX_RUNS_PER_PERSON,
  };
}
