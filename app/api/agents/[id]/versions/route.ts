import { toJsonResponse } from "@/lib/http/api-headers";
import { parseInput } from "@/lib/http/read-body";
import { withAdmin } from "@/lib/http/with-user";
import type { AgentVersionsReply } from "@/lib/protocol/agents";
import { versionsQuerySchema } from "@/lib/protocol/settings";

/** What an agent was after each change, newest first, a page at a time. */
export const GET = withAdmin<{ id: string }>(
  "GET /api/agents/[id]/versions",
  async ({ request, params, services }) => {
    const page = parseInput(versionsQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
    const reply: AgentVersionsReply = await services.agents.listVersions(params.id, page);
    return toJsonResponse(reply);
  },
);
