import type { AgentSettings } from "@/lib/protocol/settings-fields";

/** How long a call may take to its first word, between two, and in all; `near`: of a server of one's own. */
export type CallLimits = {
  firstChunkMs: number;
  silenceMs: number;
  callMs: number;
  near?: { firstChunkMs: number; callMs: number };
};

type LimitSettings = Pick<
  AgentSettings,
  "firstChunkSeconds" | "localFirstChunkSeconds" | "silenceSeconds" | "callSeconds" | "localCallSeconds"
>;

export function toCallLimits(settings: LimitSettings): CallLimits {
  return {
    firstChunkMs: settings.firstChunkSeconds * 1000,
    silenceMs: settings.silenceSeconds * 1000,
    callMs: settings.callSeconds * 1000,
    near: {
      firstChunkMs: settings.localFirstChunkSeconds * 1000,
      callMs: settings.localCallSeconds * 1000,
    },
  };
}
