import { setTimeout } from "node:timers/promises";
import { writeLostPicture } from "@/lib/agent/closing-text";
import { toLanguage } from "@/lib/agent/notices";
import type { NewFile } from "@/lib/data/files";
import { isAppError } from "@/lib/errors";
import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { RunState } from "@/lib/runs/state/run-state";
import type { RunDeps } from "@/lib/runs/ports";

type FileDeps = Pick<RunDeps, "files" | "log" | "now" | "newId">;
type MakingRun = Pick<RunState, "id" | "userId" | "conversationId" | "options" | "signal">;
type FileChunk = Extract<ChatChunk, { type: "file" }>;

/** A picture that the model made arrives inside the stream: it is stored, and its place taken by our address, or by words where it cannot be stored. */
export async function storeMadeFile(deps: FileDeps, run: MakingRun, chunk: FileChunk): Promise<ChatChunk[]> {
  const comma = chunk.url.indexOf(",");
  if (!chunk.url.startsWith("data:") || comma === -1) return [chunk];
  const { userId, conversationId } = run;
  const bytes = new Uint8Array(Buffer.from(chunk.url.slice(comma + 1), "base64"));
  const file = {
    userId,
    conversationId,
    fileId: deps.newId(),
    bytes,
    mediaType: chunk.mediaType,
    name: "picture",
    createdAt: deps.now(),
  };
  try {
    return [{ type: "file", url: await save(deps, run, file), mediaType: chunk.mediaType }];
  } catch (error) {
    deps.log.error("picture_not_saved", { runId: run.id, error });
    return toText(`lost-${file.fileId}`, writeLostPicture(toLanguage(run.options.language)));
  }
}

/** A storage that went away for a moment gets the picture when it is back. */
const retryDelaysMs = [500, 1_500, 4_000];

async function save(deps: FileDeps, run: MakingRun, file: NewFile): Promise<string> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await deps.files.save(file);
    } catch (error) {
      if (!isAppError(error) || !error.isRetryable) throw error;
      deps.log.warn("picture_not_saved_yet", { runId: run.id, error });
      await setTimeout(delayMs, undefined, { signal: run.signal });
    }
  }
  return deps.files.save(file);
}

function toText(id: string, delta: string): ChatChunk[] {
  return [
    { type: "text-start", id },
    { type: "text-delta", id, delta },
    { type: "text-end", id },
  ];
}
