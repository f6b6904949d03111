import type { Alert, AlertsReply, BacktestReply, Receivers, ReceiversChange } from "./shape";
import { endpoint } from "@/lib/protocol/endpoint";

/** Rules that fired, newest first, and how many failed replies the site allows itself. */
export const listAlerts = endpoint<AlertsReply>()("GET /api/admin/alerts");
/** Says that somebody looks after it. */
export const acknowledgeAlert = endpoint<Alert, { state: "acknowledged" }>()("PATCH /api/admin/alerts/[id]");
/** How many alerts rules with other numbers would have opened in the last 30 days. */
export const backtestAlerts = endpoint<BacktestReply>()("GET /api/admin/alerts/backtest");
/** Chooses who is mailed; 409 when somebody else chose first. */
export const saveReceivers = endpoint<Receivers, ReceiversChange>()("PUT /api/admin/alerts/receivers");
