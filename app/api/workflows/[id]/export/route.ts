import { toDownloadResponse } from "@/lib/http/download-response";
import { withUser } from "@/lib/http/with-user";

/** A workflow as a file, for `POST /api/workflows/import`. */
export const GET = withUser<{ id: string }>(async ({ params, user, services }) => {
  const file = await services.workflows.export(user.id, params.id);
  const name = `${file.workflow.name.replace(/[\\/]/g, " ")}.workflow.json`;
  return toDownloadResponse(toPieces(JSON.stringify(file, null, 2)), {
    name,
    contentType: "application/json",
  });
});

async function* toPieces(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}
