import type { Breakers } from "@/lib/breakers/breakers";
import type { Records } from "@/lib/features/records";
import type { Settings } from "@/lib/data/settings";
import type { Env } from "@/lib/env";
import type { Log } from "@/lib/log";
import type { Models } from "@/lib/models/models";
import type { PersonPurse } from "@/lib/money/purse";
import type { AskSmall, CompareMeaning, EmbedTexts } from "@/lib/protocol/ask";
import type { RunUsage } from "@/lib/protocol/chat-message";
import type { AgentSettings, ModelTier } from "@/lib/protocol/settings";
import type { ChunkIndex } from "@/lib/store/chunks/chunk-index";
import type { Store } from "@/lib/store/store";

/** What every feature stands on: records, the settings in force, models by the keys of the moment, money. */
export type Ground = {
  env: Env;
  /** Of the product. */
  version: string;
  store: Store;
  /** How often the store failed, by code. */
  storeFailures: ReadonlyMap<string, number>;
  /** What the server signs and seals with. */
  secret: string;
  records: Records;
  index: ChunkIndex;
  settings: Settings;
  models: () => Models;
  breakers: Breakers;
  /** Who answers in this tier. */
  chainOf: (tier: ModelTier) => Promise<string[]>;
  hasSmallModel: () => Promise<boolean>;
  askSmall: AskSmall;
  compareMeaning: CompareMeaning;
  embed: EmbedTexts;
  isFree: (model: string) => boolean;
  /** Whether anything beside the answering model may cost money. */
  mayCostBeside: (settings: AgentSettings) => boolean;
  toCharge: (model: string, usage: RunUsage) => number;
  toMostCharge: (models: readonly string[], usage: { inputTokens: number; outputTokens: number }) => number;
  /** What a person has done beside their replies, against their day and month. */
  personPurse: (userId: string) => PersonPurse;
  payFor: <T>(userId: string, work: () => Promise<T>) => Promise<T>;
  maySpend: (userId: string) => Promise<boolean>;
  /** Work beside the replies; its failure is logged under the event's name, and closing the server waits. */
  inBackground: (event: string, work: Promise<unknown>) => void;
  /** How much of it has not ended. */
  countBackground: () => number;
  /** Counts an act of a person's. Throws `quota_exhausted` when these were too many. */
  limits: { take: (act: "page", userId: string) => void };
  log: Log;
  now: () => number;
  newId: () => string;
  /** Rejects with the signal's reason when it aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};
