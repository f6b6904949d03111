import { endpoint } from "@/lib/protocol/endpoint";
import type { PlaygroundEstimate, PlaygroundRequest } from "@/lib/features/traces/shape/playground";
import type { RunRecord } from "@/lib/protocol/run-record";
import type { RunsReply, SiteRunsReply } from "@/lib/protocol/runs";
import type { BranchReply, ReplayReply, ReplayRequest, TraceReply } from "@/lib/features/traces/shape/traces";

/** The person's runs, newest first, a page at a time. Some roles may name whose they are, without words. */
export const listRuns = endpoint<RunsReply>()("GET /api/runs");
/** Runs of all people, newest first, without anybody's words. */
export const listEverybodysRuns = endpoint<SiteRunsReply>()("GET /api/admin/runs/recorded");
/**
 * One of the person's runs: steps, calls, usage, cost, timings. Some roles may name whose it is, and see what
 * its calls said only where the owner lets them.
 */
export const readRun = endpoint<RunRecord>()("GET /api/runs/[id]");
/**
 * All that was kept of one of the person's runs. Some roles may name whose it is, and see words only where
 * the owner lets them. With `format=case` a file that a test can replay.
 */
export const readTrace = endpoint<TraceReply>()("GET /api/runs/[id]/trace");
/** Lets those who help here read what one of the person's runs says, as long as it is kept. */
export const shareTrace = endpoint()("PUT /api/runs/[id]/support");
export const unshareTrace = endpoint()("DELETE /api/runs/[id]/support");
/** Makes one of the person's runs again from what was recorded of it, with nothing outside called. */
export const replayRun = endpoint<ReplayReply, Record<never, never>>()("POST /api/runs/[id]/replay");
/** Makes it again from one of its calls on with the model itself, which gives another run. */
export const branchRun = endpoint<BranchReply, ReplayRequest>()("POST /api/runs/[id]/replay");
/** Makes one call of a model with messages that the person edited; its answer is streamed and not kept. */
export const tryCall = endpoint<void, PlaygroundRequest>()("POST /api/runs/[id]/playground");
/** What such a call may take at most; nothing is asked of a model. */
export const estimateCall = endpoint<PlaygroundEstimate, PlaygroundRequest>()(
  "POST /api/runs/[id]/playground/estimate",
);
