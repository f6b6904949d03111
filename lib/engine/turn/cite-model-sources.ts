import type { ChatChunk } from "@/lib/protocol/chat-message";
import type { SourcePorts } from "@/lib/engine/ports";
import { toSourceChunk } from "@/lib/engine/cited-sources";
import type { Run } from "@/lib/engine/run/run";

/**
 * Gives the pages that a model or its vendor has read numbers of this conversation. `numbers` hears which
 * number each has that the model counted from 1; one that was given results of our tools counts by theirs.
 */
export async function* citeModelSources(
  createLedger: SourcePorts["createLedger"],
  run: Pick<Run, "brief" | "reply">,
  chunks: AsyncIterable<ChatChunk>,
  numbers: Map<number, number>,
): AsyncGenerator<ChatChunk> {
  const ledger = createLedger(run.brief.userId, run.brief.sourcesOf);
  for await (const chunk of chunks) {
    if (chunk.type === "start-step") numbers.clear();
    if (chunk.type !== "source-url" || !URL.canParse(chunk.url)) {
      yield chunk;
      continue;
    }
    const { url, title = url } = chunk;
    const site = new URL(url).hostname.replace(/^www\./, "");
    const cited = await ledger.cite({ url, title, site });
    if (!run.reply.ownChunks().some(({ type }) => type === "tool-output-available"))
      numbers.set(numbers.size + 1, cited.number);
    if (!run.reply.sources.has(cited.number)) run.reply.sources.set(cited.number, { ...cited, snippet: "" });
    yield toSourceChunk({ ...cited, snippet: "" });
  }
}
