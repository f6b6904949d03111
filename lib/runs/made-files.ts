import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { LiveRun } from "./live-run";
import type { RunDeps } from "./run-deps";

type FileChunk = Extract<ChatChunk, { type: "file" }>;

/** A picture that the model made arrives inside the stream: it is stored, and its place taken by our address. */
export async function storeMadeFile(deps: RunDeps, run: LiveRun, chunk: FileChunk): Promise<FileChunk> {
  const comma = chunk.url.indexOf(",");
  if (!chunk.url.startsWith("data:") || comma === -1) return chunk;
  const url = await deps.files.save({
    userId: run.userId,
    fileId: deps.newId(),
    conversationId: run.conversationId,
    bytes: new Uint8Array(Buffer.from(chunk.url.slice(comma + 1), "base64")),
    mediaType: chunk.mediaType,
    name: "picture",
    createdAt: deps.now(),
  });
  return { type: "file", url, mediaType: chunk.mediaType };
}
