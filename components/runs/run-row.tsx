"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useReason } from "@/components/ui/use-reason";
import type { Answer } from "@/lib/client/request";
import type { TraceReply } from "@/lib/features/traces/shape/traces";
import { EntryDetails } from "./entry-details";
import type { ReadTrace } from "./use-trace";

/** `start`, `width`: of its time in that of the run, in percent. */
export type RowWords = { entry: number; head: string; facts: string; start: number; width: number };

/** A row with its time as a bar, and an address; what it opens to is read and drawn when it is opened. */
export function RunRow({ entry, head, facts, start, width, readTrace }: RowWords & { readTrace: ReadTrace }) {
  const [isOpen, setOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const id = `step-${entry}`;
  useEffect(() => {
    if (window.location.hash !== `#${id}`) return;
    if (details.current === null) return;
    details.current.open = true;
    details.current.scrollIntoView();
  }, [id]);
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
      >
        <summary className="fold-sign list-none rounded-lg px-2 py-2 hover:bg-sunken pointer-coarse:py-3">
          <span className="block pe-6 text-sm leading-5 wrap-anywhere">{head}</span>
          <span className="block pe-6 text-xs leading-5 text-quiet">{facts}</span>
          <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-sunken">
            <span
              className="block h-1.5 rounded-full bg-mark"
              style={{ marginInlineStart: `${start}%`, width: `${width}%` }}
            />
          </span>
        </summary>
        {isOpen && <Opened entry={entry} readTrace={readTrace} />}
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
