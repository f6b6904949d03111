import type { BreakersReply, BreakerState } from "@/lib/protocol/breakers";
import { endpoint } from "@/lib/protocol/endpoint";
import type { RunningReply } from "./shape";

/** Which models and tools failed last or are paused, on the instance that answers: each finds out itself. */
export const listBreakers = endpoint<BreakersReply>()("GET /api/admin/breakers");
/** Ends a pause, on the instance that answers. */
export const resetBreaker = endpoint<void, Pick<BreakerState, "kind" | "name">>()("POST /api/admin/breakers");
/** Which replies are being made, on all instances. */
export const listRunning = endpoint<RunningReply>()("GET /api/admin/runs");
/** Stops anybody's reply; what it has so far stays. */
export const stopRun = endpoint()("POST /api/admin/runs/[id]/stop");
