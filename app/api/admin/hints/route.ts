import { toJsonResponse } from "@/lib/http/api-headers";
import { withAdmin } from "@/lib/http/with-user";
import type { HintsReply } from "@/lib/protocol/hints";

/** What failures of tools that repeat suggest to tell the agents. */
export const GET = withAdmin("GET /api/admin/hints", async ({ services }) =>
  toJsonResponse({ suggestions: await services.laboratory.suggestHints() } satisfies HintsReply),
);
