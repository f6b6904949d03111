import { createEmptyLibrary } from "@/tests/support/array-library";
import { buildInstructions } from "@/lib/engine/loop/prompt";
import { createBreakers } from "@/lib/breakers/breakers";
import { createAllRecords } from "@/lib/features/records";
import { createSourceLedger, type SourceLedger } from "@/lib/features/evidence/records/ledger";
import { createLog } from "@/lib/log";
import { createMemory } from "@/lib/features/memory/memory";
import { defaultSettings } from "@/lib/protocol/settings";
import type { BlobStore } from "@/lib/store/blobs";
import type { Store } from "@/lib/store/store";
import { createTestTools, type TestToolsDeps } from "@/tests/support/test-tools";
import { askNoModel } from "@/tests/support/told-reader";
import type { ToolSet } from "ai";
import { AppError } from "@/lib/errors";

/**
 * The parts of the product by which a conversation's context is made and its earlier messages are found,
 * without a model.
 */
export type Product = ReturnType<typeof openProduct>;

const now = () => Date.UTC(2026, 10, 20);

export function openProduct(store: Store, blobs: BlobStore) {
  const records = createAllRecords(store, blobs, {
    now,
    settings: { defaults: defaultSettings, onUnreadable: () => undefined },
    shareSecret: "only for these pages",
  });
  const newId = createIds();
  const memory = createMemory({ records: records.memories, now, newId });
  const settings = { ...defaultSettings, memoryEnabled: false };
  const catalog = openCatalog(memory);
  const enabled = catalog.listEnabled(settings);
  const toLedger = (conversationId: string, ids: () => string): SourceLedger =>
    createSourceLedger({ records: records.evidence, userId, conversationId, now, newId: ids });
  return {
    ...records,
    store,
    memory,
    settings,
    askSmall: askNoModel,
    closing: new AbortController().signal,
    log: createLog("silent"),
    now,
    tools: catalog,
    toolSet: toToolSet(catalog),
    instructions: buildInstructions({
      agent: null,
      personal: [],
      style: "balanced",
      stepLimit: 5,
      firstStepTools: [],
      tools: enabled,
      guides: catalog.listGuides(enabled),
      switchedOff: [],
      hints: [],
      isTemporary: false,
      date: "2026-11-20",
      timezone: "UTC",
    }),
    /** The ledger of a conversation; `id` is what the next text is kept under. */
    openLedger: (conversationId: string, id?: string) =>
      toLedger(conversationId, id === undefined ? newId : () => id.slice("r_".length)),
  };
}

/** All conversations are one person's. */
export const userId = "owner";

const compareNothing = async (): Promise<null> => null;

/** Nothing is called but `recall_details`. */
function openCatalog(memory: TestToolsDeps["memory"]) {
  const refuse = () => Promise.reject(new AppError("internal", "Nobody looks into the web here."));
  return createTestTools({
    search: { search: refuse },
    readPage: refuse,
    memory,
    findImageGenerator: () => null,
    saveImage: refuse,
    askSmall: askNoModel,
    compareMeaning: compareNothing,
    rerank: () => null,
    ...createEmptyLibrary(),
    breakers: createBreakers(now),
    wait: () => Promise.resolve(),
  });
}

function toToolSet(catalog: ReturnType<typeof createTestTools>): ToolSet {
  return catalog.toToolSet(() => {
    throw new AppError("internal", "No tool is called from here.");
  });
}

function createIds(): () => string {
  let last = 0;
  return () => `n${String((last += 1)).padStart(7, "0")}`;
}
