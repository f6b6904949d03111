import { z } from "zod";
import { breakerKinds } from "@/lib/protocol/breakers";
import type { RunOrigin } from "@/lib/protocol/run-record";

/** `GET /api/admin/runs`: replies that are not over, without their words. `waiting`: for their person. */
export type RunningRow = {
  id: string;
  person: { id: string; name: string | null };
  state: "working" | "waiting" | "stopping";
  /** `null` for the built-in one. */
  agent: string | null;
  model: string;
  startedAt: number | null;
  /** Which step of a plan it does, such as `s1`. */
  step: string | null;
  /** `null` where a person asked. */
  origin: RunOrigin | null;
};
export type RunningReply = { runs: RunningRow[] };

/** `POST /api/admin/breakers`: what it watches is called again at once. */
export const resetBreakerSchema = z.strictObject({ kind: z.enum(breakerKinds), name: z.string().max(300) });
