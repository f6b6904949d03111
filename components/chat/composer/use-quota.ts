"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createAccountApi } from "@/lib/client/account-api";
import { findTightRow, isNear, type LimitedRow } from "@/lib/client/quota-rows";
import type { QuotaState } from "@/lib/protocol/quotas";

const api = createAccountApi();
/** Timers of a browser hold no more than 24 days. */
const longestWaitMs = 2_000_000_000;
/** The server's clock may be a little behind. */
const graceMs = 2_000;

/** Far from every limit the numbers are asked for only this often: each answer to it is paid for. */
const repliesBetween = 5;

/** The limit to tell of, read anew after replies, each one when a limit is near, and when its period is over. */
export function useQuota(initial: QuotaState, isBusy: boolean): LimitedRow | null {
  const [quota, setQuota] = useState(initial);
  const row = findTightRow(quota);
  const refresh = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const answer = await api.getAccount(signal);
    if (answer.ok && !signal.aborted) setQuota(answer.value.quota);
  });

  const wasBusy = useRef(isBusy);
  const replies = useRef(0);
  const noteReply = useEffectEvent((signal: AbortSignal): void => {
    replies.current += 1;
    if (isNear(quota) || replies.current % repliesBetween === 0) void refresh(signal);
  });
  useEffect(() => {
    const left = new AbortController();
    if (wasBusy.current && !isBusy) noteReply(left.signal);
    wasBusy.current = isBusy;
    return () => left.abort();
  }, [isBusy]);

  const [endedAt, setEndedAt] = useState(0);
  const resetsAt = row?.resetsAt;
  useEffect(() => {
    if (resetsAt === undefined) return;
    const left = new AbortController();
    const wait = Math.min(Math.max(0, resetsAt - Date.now()) + graceMs, longestWaitMs);
    const timer = setTimeout(() => {
      if (Date.now() >= resetsAt) setEndedAt(resetsAt);
      void refresh(left.signal);
    }, wait);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [resetsAt]);
  // Its period is over: whether more can be sent is for the server to say, also where it did not answer this once.
  return row === null || row.resetsAt <= endedAt ? null : row;
}
