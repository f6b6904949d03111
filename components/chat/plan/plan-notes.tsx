"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Plan } from "@/lib/features/plans/shape";

/** What code changed in the plan, and what went otherwise than planned. */
export function PlanNotes({ plan: { notes, steps } }: { plan: Plan }) {
  const t = useTranslations("plans.note");
  const format = useFormatter();
  const toTitle = (id: string) => steps.find((task) => task.id === id)?.title ?? id;
  if (notes.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 border-s-2 border-hairline ps-3 text-xs text-quiet">
      {notes.map((note, index) => (
        <li key={index} className="wrap-anywhere">
          {t(note.kind, { steps: format.list(note.steps.map((id) => `“${toTitle(id)}”`)) })}
        </li>
      ))}
    </ul>
  );
}
