"use client";

import { useTranslations } from "next-intl";
import type { KeyboardEvent, MouseEvent } from "react";
import { countVerdicts, type SignedMark } from "@/lib/client/message/claims";
import { verdicts } from "@/lib/features/evidence/shape/claims";
import "./scale.css";

/** More ticks stand close together, with a gap between the sections of the answer. */
const manyTicks = 40;

type ScaleMarks = readonly SignedMark[];

function Ticks({ marks, here }: { marks: ScaleMarks; here?: number }) {
  return marks.map(({ verdict, section }, index) => (
    <i
      key={index}
      data-verdict={verdict}
      data-here={index === here || undefined}
      data-first={(index > 0 && section !== marks[index - 1]?.section) || undefined}
    />
  ));
}

/** The marks of one source, to look at. */
export function SmallScale({ marks }: { marks: ScaleMarks }) {
  const t = useTranslations("evidence.count");
  const counts = countVerdicts(marks);
  const words = verdicts.filter((verdict) => counts[verdict] > 0);
  if (marks.length === 0) return null;
  return (
    <span className="scale" data-small data-many={marks.length > 8 || undefined}>
      <span className="sr-only">{words.map((name) => t(name, { count: counts[name] })).join(", ")}</span>
      <Ticks marks={marks} />
    </span>
  );
}

type ScaleProps = {
  marks: ScaleMarks;
  /** The place of the mark that is shown; -1 for none. */
  here: number;
  onStep: (place: number) => void;
  /** On Return, and on a press, where that is more than a step. */
  onOpen?: (place: number, opener: HTMLElement) => void;
};

/** One control for all marks of an answer: a press goes to the nearest tick, arrows step, each is spoken. */
export function Scale({ marks, here, onStep, onOpen }: ScaleProps) {
  const t = useTranslations("evidence");
  const last = marks.length - 1;
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const steps: Record<string, number> = {
      ...{ ArrowLeft: here - 1, ArrowDown: here - 1, ArrowRight: here + 1, ArrowUp: here + 1 },
      ...{ Home: 0, End: last },
    };
    const next = steps[event.key];
    if (event.key === "Enter" || event.key === " ") onOpen?.(Math.max(0, here), event.currentTarget);
    else if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    else onStep(Math.min(last, Math.max(0, next)));
    event.preventDefault();
    event.stopPropagation();
  };
  const press = ({ currentTarget, clientX }: MouseEvent<HTMLElement>) => {
    const distances = [...currentTarget.querySelectorAll("i")].map((tick) => {
      const { left, width } = tick.getBoundingClientRect();
      return Math.abs(left + width / 2 - clientX);
    });
    const nearest = distances.indexOf(Math.min(...distances));
    if (onOpen) onOpen(nearest, currentTarget);
    else onStep(nearest);
  };
  const { verdict } = marks[here] ?? {};
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={t("walk.label")}
      aria-valuemin={1}
      aria-valuemax={marks.length}
      aria-valuenow={Math.max(0, here) + 1}
      aria-valuetext={
        verdict === undefined
          ? t("walk.count", { count: marks.length })
          : t("walk.spoken", { place: here + 1, verdict: t(`verdict.${verdict}`) })
      }
      onKeyDown={step}
      onClick={press}
      className="relative inline-flex h-6 min-w-0 cursor-pointer items-center rounded-sm before:absolute before:-inset-x-2 before:inset-y-0 pointer-coarse:before:-inset-y-2.5"
    >
      <span className="scale" data-many={marks.length > manyTicks || undefined}>
        <Ticks marks={marks} here={here} />
      </span>
    </span>
  );
}
