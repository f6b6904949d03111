import { useState } from "react";

/** One change at a time, and why the last one failed. */
export function useRun() {
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const run = async (work: () => Promise<string | null>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    const failure = await work();
    setBusy(false);
    setReason(failure);
    return failure === null;
  };
  return { run, isBusy, reason };
}
