import type { RunTree } from "@/lib/protocol/runs";
import { RunLine } from "./run-list";

type Props = { steps: readonly RunTree[]; label: string; titles: Readonly<Record<string, string>> };

/** The runs of a plan's steps, each with those that its helper asked for below it. */
export function RunTreeList({ steps, label, titles }: Props) {
  return (
    <ul aria-label={label} className="border-s border-hairline ps-3">
      {steps.map(({ run, step, steps: below }) => (
        <li key={run.id}>
          <p dir="auto" className="px-2 pt-2 text-xs leading-5 text-quiet wrap-anywhere">
            {[step, titles[step]].filter(Boolean).join(" · ")}
          </p>
          <RunLine run={run} />
          {below.length > 0 && <RunTreeList steps={below} label={step} titles={{}} />}
        </li>
      ))}
    </ul>
  );
}
