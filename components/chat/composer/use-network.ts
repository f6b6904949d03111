import { useEffect, useState } from "react";
import { request } from "@/lib/client/request";
import type { NetworkReply } from "@/lib/protocol/client-settings";

type Network = {
  isDown: boolean;
  isAsking: boolean;
  /** Says whether it is still down. */
  retry: () => Promise<boolean>;
};

/** Whether the server reaches a search engine, where that matters. */
export function useNetwork(matters: boolean): Network {
  const [isDown, setDown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!matters) return;
    const left = new AbortController();
    void isOutOfReach(left.signal).then((isOut) => left.signal.aborted || setDown(isOut));
    return () => left.abort();
  }, [matters]);
  const retry = async (): Promise<boolean> => {
    setAsking(true);
    const isOut = await isOutOfReach();
    setDown(isOut);
    setAsking(false);
    return isOut;
  };
  return { isDown: matters && isDown, isAsking, retry };
}

/** Where our own server does not answer, others say so. */
async function isOutOfReach(signal?: AbortSignal): Promise<boolean> {
  const answer = await request<NetworkReply>("/api/network", signal && { signal });
  return answer.ok && !answer.value.isReachable;
}
