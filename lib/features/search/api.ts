import type { NetworkReply } from "@/lib/protocol/client-settings";
import { endpoint } from "@/lib/protocol/endpoint";
import type { EngineTestReply } from "@/lib/protocol/settings";

/** Whether the server reaches the search engine that it would ask first. */
export const readNetwork = endpoint<NetworkReply>()("GET /api/network");
/** Asks a search engine one real question and says how it went. */
export const testEngine = endpoint<EngineTestReply, { engine: string }>()("POST /api/admin/search/test", {
  timeoutMs: 60_000,
});
