import { toDownloadResponse } from "@/lib/http/download-response";
import { withUser } from "@/lib/http/with-user";

/** All that is remembered, in force and not, as one JSON file. */
export const GET = withUser(async ({ user, services }) => {
  const everything = await services.memory.exportAll(user.id);
  const day = new Date(everything.exportedAt).toISOString().slice(0, 10);
  return toDownloadResponse(toPieces(JSON.stringify(everything, null, 2)), {
    name: `sextant-memory-${day}.json`,
    contentType: "application/json",
  });
});

async function* toPieces(text: string): AsyncGenerator<string> {
  yield text;
}
