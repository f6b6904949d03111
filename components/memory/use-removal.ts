import { useState } from "react";
import { useMemoryReason } from "./use-memory-reason";
import type { Memory } from "./memory";
import type { Answer } from "@/lib/client/request";
import type { ForgottenFact } from "@/lib/features/memory/shape";

export type Removal = {
  /** What was taken out here, until it is put back. */
  removed: ForgottenFact | null;
  isRemoving: boolean;
  /** Why the last step did not work. */
  reason: string | null;
  remove: () => Promise<void>;
  putBack: (fact: ForgottenFact) => Promise<void>;
};

/** Takes a fact out of the memory beside an answer, and puts it back. */
export function useRemoval(memory: Memory, ask: () => Promise<Answer<ForgottenFact>>): Removal {
  const explain = useMemoryReason();
  const [removed, setRemoved] = useState<ForgottenFact | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  return {
    removed,
    isRemoving,
    reason,
    async remove() {
      if (isRemoving) return;
      setRemoving(true);
      const answer = await ask();
      setRemoving(false);
      setReason(answer.ok ? null : explain(answer));
      if (answer.ok) setRemoved(answer.value);
    },
    async putBack(fact) {
      const answer = await memory.putBack(fact);
      setReason(answer.ok ? null : explain(answer));
      if (answer.ok) setRemoved(null);
    },
  };
}
