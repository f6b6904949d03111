import type { Alert, AlertsReply } from "./shape";
import { endpoint } from "@/lib/protocol/endpoint";

/** Rules that fired, newest first, and how many failed replies the site allows itself. */
export const listAlerts = endpoint<AlertsReply>()("GET /api/admin/alerts");
/** Says that somebody looks after it. */
export const acknowledgeAlert = endpoint<Alert, { state: "acknowledged" }>()("PATCH /api/admin/alerts/[id]");
