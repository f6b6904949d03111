import type { RunLog } from "@/lib/engine/log/run-log";

/** Which model speaks, as `provider:model`. */
export function createServing({ chain, log }: { chain: readonly string[]; log: Pick<RunLog, "history"> }) {
  let served: string | null = null;
  let hasFallenBack = false;
  return {
    served: (): string => served ?? log.history().steps.at(-1)?.model ?? chain[0] ?? "",
    serve: (ref: string): void => void (served = ref),
    noteFallback: (): void => void (hasFallenBack = true),
    hasFallenBack: (): boolean => hasFallenBack,
  };
}
