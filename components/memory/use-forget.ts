import { useState } from "react";
import type { Answer } from "@/lib/client/request";
import type { ForgottenFact } from "@/lib/features/memory/shape";
import type { Memory } from "./memory";
import { useMemoryReason } from "./use-memory-reason";

/** `putBack`: `null` where nothing is forgotten. `reason`: why the last step did not work. */
export type Forgetting = { putBack: (() => Promise<void>) | null; reason: string | null };

/** Forgets a fact at once, by `ask`, and puts it back. `onStep` hears of each step. */
export function useForget(
  memory: Memory,
  ask: () => Promise<Answer<ForgottenFact>>,
  onStep?: (now: Forgetting) => void,
): Forgetting & { isForgetting: boolean; forget: () => Promise<void> } {
  const explain = useMemoryReason();
  const [isForgetting, setForgetting] = useState(false);
  const [state, setState] = useState<Forgetting>({ putBack: null, reason: null });
  const end = (answer: Answer<unknown>, forgotten: ForgottenFact | null): void => {
    const putBack = forgotten && (() => restore(forgotten));
    const now = { putBack, reason: answer.ok ? null : explain(answer) };
    setState(now);
    onStep?.(now);
  };
  async function restore(forgotten: ForgottenFact): Promise<void> {
    const answer = await memory.putBack(forgotten);
    end(answer, answer.ok ? null : forgotten);
  }
  return {
    ...state,
    isForgetting,
    async forget() {
      if (isForgetting) return;
      setForgetting(true);
      const answer = await ask();
      setForgetting(false);
      end(answer, answer.ok ? answer.value : null);
    },
  };
}
