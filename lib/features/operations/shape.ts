import { z } from "zod";
import { breakerKinds } from "@/lib/protocol/breakers";

/** `GET /api/admin/runs`: replies that are not over, without their words. `waiting`: for their person. */
export type RunningRow = {
  id: string;
  person: { id: string; name: string | null };
  state: "working" | "waiting" | "stopping";
};
export type RunningReply = { runs: RunningRow[] };

/** `POST /api/admin/breakers`: what it watches is called again at once. */
export const resetBreakerSchema = z.strictObject({ kind: z.enum(breakerKinds), name: z.string().max(300) });
