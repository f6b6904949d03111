import { toDownloadResponse } from "@/lib/http/download-response";
import { withUser } from "@/lib/http/with-user";

export const maxDuration = 300;

/** Everything that is kept about the person, as one file of JSON lines. */
export const GET = withUser(async ({ user, services }) =>
  toDownloadResponse(services.accounts.export(user), {
    name: "sextant-export.jsonl",
    contentType: "application/x-ndjson",
  }),
);
