import { useCallback } from "react";
import { useReason } from "@/components/ui/use-reason";
import type { Answer } from "@/lib/client/request";
import { alone, useResource } from "@/lib/client/resource";

/** What the server answers. While it is asked again, and after a failure, the last answer stays. */
export function useLoaded<VALUE>(ask: (signal: AbortSignal) => Promise<Answer<VALUE>>) {
  const explain = useReason();
  const load = useCallback((_: string | null, signal: AbortSignal) => ask(signal), [ask]);
  const { reply: value, reason, phase, reload } = useResource({ ...alone, load });
  return {
    value,
    reason: reason === null ? null : explain(reason),
    isLoading: phase === "loading",
    reload: () => void reload(),
  };
}
