import type { RunLog } from "@/lib/engine/log/run-log";

/** Which model answers, as `provider:model`. */
export function createModelInUse(chain: readonly string[], log: Pick<RunLog, "history">) {
  let served: string | null = null;
  let hasFallenBack = false;
  return {
    ref: (): string => served ?? log.history().steps.at(-1)?.model ?? chain[0] ?? "",
    use: (ref: string): void => void (served = ref),
    noteFallback: (): void => void (hasFallenBack = true),
    hasFallenBack: (): boolean => hasFallenBack,
  };
}
