"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { request } from "@/lib/client/request";
import type { NetworkReply } from "@/lib/protocol/client-settings";

/** `wasTried`: asked again, and still down. */
export type Network = { isDown: boolean; wasTried: boolean; isAsking: boolean; retry: () => Promise<void> };

/** Whether the server reaches a search engine, where that matters. */
export function useNetwork(matters: boolean): Network {
  const [isDown, setDown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [wasTried, setTried] = useState(false);
  useEffect(() => {
    if (!matters) return;
    const left = new AbortController();
    void isOutOfReach(left.signal).then((isOut) => left.signal.aborted || setDown(isOut));
    return () => left.abort();
  }, [matters]);
  const retry = async (): Promise<void> => {
    setAsking(true);
    setDown(await isOutOfReach());
    setAsking(false);
    setTried(true);
  };
  return { isDown: matters && isDown, wasTried, isAsking, retry };
}

/** Says that the server reaches no search engine, and what can be asked all the same. */
export function NetworkNote({ isDown, wasTried, isAsking, retry }: Network) {
  const t = useTranslations("chat.network");
  return (
    <div role="status">
      {isDown && (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-2 rounded-xl bg-partly-tint px-4 py-2 text-sm leading-5">
          <p className="min-w-0 flex-1 basis-60">{t(wasTried && !isAsking ? "stillDown" : "down")}</p>
          <Button disabled={isAsking} onClick={() => void retry()}>
            {t(isAsking ? "asking" : "again")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Where our own server does not answer, others say so. */
async function isOutOfReach(signal?: AbortSignal): Promise<boolean> {
  const answer = await request<NetworkReply>("/api/network", signal && { signal });
  return answer.ok && !answer.value.isReachable;
}
