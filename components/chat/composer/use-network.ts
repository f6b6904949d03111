import { useEffect, useState } from "react";
import { call } from "@/lib/client/request";
import { readNetwork } from "@/lib/features/search/api";

/** Whether the server reaches a search engine, where that matters; `retry` says whether it is still away. */
export function useNetwork(matters: boolean) {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!matters) return;
    const left = new AbortController();
    void isOutOfReach(left.signal).then((isOut) => left.signal.aborted || setAway(isOut));
    return () => left.abort();
  }, [matters]);
  const retry = async (): Promise<boolean> => {
    const isOut = await isOutOfReach();
    setAway(isOut);
    return isOut;
  };
  return { isAway: matters && isAway, retry };
}

/** Where our own server does not answer, others say so. */
async function isOutOfReach(signal?: AbortSignal): Promise<boolean> {
  const answer = await call(readNetwork, { signal });
  return answer.ok && !answer.value.isReachable;
}
