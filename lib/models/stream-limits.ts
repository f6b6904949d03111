/** How long a call may take to begin to answer, between two parts of its answer, and in all. */
export type StreamLimits = { firstChunkMs: number; silenceMs: number; callMs: number };
/** `near`: those that differ for servers on this machine or beside it, which load models and read slowly. */
export type SetLimits = Partial<StreamLimits> & { near?: Partial<StreamLimits> };

const defaults: StreamLimits = { firstChunkMs: 30_000, silenceMs: 60_000, callMs: 300_000 };

/** The limits of a call to a server of its kind. */
export function pickLimits({ near, ...limits }: SetLimits, isNear: boolean): StreamLimits {
  return { ...defaults, ...limits, ...(isNear && near) };
}
