import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { joinClasses } from "@/components/ui/class-names";
import { useLocalZone } from "@/components/ui/use-local-zone";
import { readAccount } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import type { QuotaState } from "@/lib/features/quotas/shape/quotas";
import { findTightRow, isNear, isStopped, toShare, type LimitedRow } from "./quota-rows";
import { useAmountText } from "./use-amount-text";

/** What is left of a nearly exhausted limit, or when an exhausted one is renewed. */
export function QuotaLine({ row }: { row: LimitedRow | null }) {
  return (
    <div role="status" className="px-1 pb-1.5 empty:hidden">
      {row !== null && <Line row={row} />}
    </div>
  );
}

function Line({ row }: { row: LimitedRow }) {
  const t = useTranslations("chat.quota");
  const write = useAmountText(row.name);
  const isOver = isStopped(row);
  const isUsed = isOver || toShare(row) === 1;
  const reset = useResetText(row);
  const values = { left: write(Math.max(0, row.limit - row.used)), limit: write(row.limit) };
  return (
    <p
      className={joinClasses(
        "flex flex-wrap gap-x-1 text-sm leading-5",
        isOver ? "text-partly" : "text-quiet",
      )}
    >
      <span>{t(`${isUsed ? "used" : "left"}.${row.name}`, values)}</span>
      <span>{reset}</span>
      {isOver && <span>{t("kept")}</span>}
    </p>
  );
}

/** A month's limit needs its day; the others start again within one. */
function useResetText({ name, resetsAt }: LimitedRow): string {
  const t = useTranslations("chat.quota");
  const format = useFormatter();
  const zone = useLocalZone();
  const clock = {
    ...(zone !== undefined && { timeZone: zone }),
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  if (name !== "centsPerMonth") return t("resetsAt", { time: format.dateTime(resetsAt, clock) });
  return t("resetsOn", { time: format.dateTime(resetsAt, { month: "short", day: "numeric", ...clock }) });
}

/** Timers of a browser hold no more than 24 days. */
const longestWaitMs = 2_000_000_000;
/** The server's clock may be a little behind. */
const graceMs = 2_000;

/** Far from every limit the numbers are asked for only this often: each answer to it is paid for. */
const repliesBetween = 5;

/**
 * The limit to tell of, read after replies (after each when a limit is near) and when its period ends, and
 * whether it stops everything.
 */
export function useQuota(initial: QuotaState, isBusy: boolean) {
  const [quota, setQuota] = useState(initial);
  const row = findTightRow(quota);
  const refresh = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    const answer = await call(readAccount, { signal });
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
  // Its period is over: whether more can be sent is for the server to say, even if it did not answer now.
  const tightRow = row === null || row.resetsAt <= endedAt ? null : row;
  return { tightRow, isBlocked: tightRow !== null && isStopped(tightRow) };
}
