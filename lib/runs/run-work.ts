import type { AppError } from "@/lib/errors";
import type { ChatChunk, ProgressData, ProgressStage } from "@/lib/protocol/chat-message";
import type { FoundSources } from "./cited-sources";
import type { Meter } from "./meter";

/** What a run knows about itself while it works. */
export type RunWork = {
  meter: Meter;
  sources: FoundSources;
  /** The model that speaks, as `provider:model`. */
  served: string;
  /** The text of the newest step, and whether a tool gave a result in it. */
  answer: string;
  hasActed: boolean;
  error: AppError | null;
};

export function toProgress(stage: ProgressStage, message: string, details: NonNullable<ProgressData["details"]> = {}): ChatChunk {
  return { type: "data-progress", transient: true, data: { stage, status: "started", message, details } };
}
