"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useReason } from "@/components/ui/use-reason";
import type { TraceRow } from "@/lib/protocol/runs";
import type { Answer } from "@/lib/client/request";
import type { TraceReply } from "@/lib/protocol/traces";
import { EntryDetails } from "./entry-details";
import type { ReadTrace } from "./use-trace";
import { useRunWords } from "./use-run-words";

type Props = { row: TraceRow; whole: number; readTrace: ReadTrace };

/** A row with its time as a bar, and an address; what it opens to is read and drawn when it is opened. */
export function RunRow({ row, whole, readTrace }: Props) {
  const t = useTranslations("runs.row");
  const { toTime, toCost, toHead, toState } = useRunWords();
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const id = `step-${row.entry}`;
  useEffect(() => {
    if (window.location.hash !== `#${id}`) return;
    if (details.current === null) return;
    details.current.open = true;
    details.current.scrollIntoView();
  }, [id]);
  const { tokens } = row;
  const facts = [
    t("at", { time: toTime(row.at) }),
    row.ms === null ? "" : toTime(row.ms),
    row.firstMs === null ? "" : t("first", { time: toTime(row.firstMs) }),
    tokens === null ? "" : t("tokens", tokens),
    toCost(row.costMicroUsd),
    row.state === null ? "" : toState(row.state),
  ].filter((fact) => fact !== "");
  const start = Math.min(99, (row.at / whole) * 100);
  const width = Math.max(0.5, Math.min(100 - start, ((row.ms ?? 0) / whole) * 100));
  return (
    <li id={id} className="[content-visibility:auto] [contain-intrinsic-size:auto_4rem]">
      <details
        ref={details}
        open={isOpen}
        onToggle={(event) => {
          const { open } = event.currentTarget;
          setOpen(open);
          if (open) window.history.replaceState(window.history.state, "", `#${id}`);
        }}
        className="group"
      >
        <summary className="list-none rounded-lg px-2 py-2 hover:bg-sunken pointer-coarse:py-3">
          <span className="flex items-start gap-2">
            <span className="min-w-0 flex-1 text-sm leading-5 wrap-anywhere">
              {toHead(row)}
              <span className="block text-xs leading-5 text-quiet">{facts.join(" · ")}</span>
            </span>
            <ChevronRight
              size={14}
              aria-hidden
              className="mt-1 shrink-0 transition-transform duration-150 group-open:rotate-90"
            />
          </span>
          <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-sunken">
            <span
              className="block h-1.5 rounded-full bg-mark"
              style={{ marginInlineStart: `${start}%`, width: `${width}%` }}
            />
          </span>
        </summary>
        {isOpen && <Opened entry={row.entry} readTrace={readTrace} />}
      </details>
    </li>
  );
}

function Opened({ entry, readTrace }: { entry: number; readTrace: ReadTrace }) {
  const t = useTranslations("runs.detail");
  const explain = useReason();
  const [answer, setAnswer] = useState<Answer<TraceReply> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void readTrace().then((read) => isCurrent && setAnswer(read));
    return () => void (isCurrent = false);
  }, [readTrace]);
  if (answer === null) return <p role="status">{t("loading")}</p>;
  if (!answer.ok) return <p role="alert">{explain(answer)}</p>;
  return <EntryDetails trace={answer.value} place={entry} />;
}
