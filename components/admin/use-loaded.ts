import { useReason } from "@/components/ui/use-reason";
import type { Load } from "@/lib/client/request";
import { alone, useResource } from "@/lib/client/resource";

/** What the server answers. While it is asked again, and after a failure, the last answer stays. */
export function useLoaded<VALUE>(load: Load<VALUE>) {
  const explain = useReason();
  const { reply: value, reason, phase, reload } = useResource({ ...alone, load });
  return {
    value,
    reason: reason === null ? null : explain(reason),
    isLoading: phase === "loading",
    reload: () => void reload(),
  };
}
