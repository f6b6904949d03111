import { endpoint } from "@/lib/protocol/endpoint";
import type { OverviewReply } from "./shape";
import type { UsageReply } from "@/lib/features/quotas/shape/usage";

/** What happened on the site, by day or by hour. */
export const readOverview = endpoint<OverviewReply>()("GET /api/admin/overview");
/** What the person's own answers of the last 30 days took. */
export const readUsage = endpoint<UsageReply>()("GET /api/usage");
