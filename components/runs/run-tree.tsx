import { useTranslations } from "next-intl";
import type { RunTree } from "@/lib/protocol/runs";
import { RunLine } from "./run-list";

/** `hasSeats`: of a committee, whose members are told apart. */
type Props = { steps: readonly RunTree[]; label: string; hasSeats?: boolean };

/** Runs that did steps of a plan, each with those that its helper asked for below it. */
export function RunTreeList({ steps, label, hasSeats = false }: Props) {
  const t = useTranslations("runs.plan");
  if (steps.length === 0) return null;
  return (
    <ul aria-label={label} className="border-s border-hairline ps-3">
      {steps.map(({ run, step, steps: below }) => (
        <li key={run.id}>
          <p className="px-2 pt-2 text-xs leading-5 text-quiet">
            {hasSeats ? t("seat", { name: run.conversationId.slice(-1).toUpperCase() }) : step}
          </p>
          <RunLine run={run} />
          <RunTreeList steps={below} label={step} />
        </li>
      ))}
    </ul>
  );
}
