"use client";

import type { TrailStep } from "@/lib/client/read-turn";
import { AsideStep } from "./aside-step";
import { ThoughtStep } from "./thought-step";
import { ToolStep } from "./tool-step";

/** The steps of a trail in their order, along one line. */
export function TrailSteps({ steps }: { steps: TrailStep[] }) {
  return (
    <ol className="mt-1 ml-[7px] flex flex-col gap-1 border-l border-hairline pl-4">
      {steps.map((step) => (
        <li key={step.key}>
          <Step step={step} />
        </li>
      ))}
    </ol>
  );
}

function Step({ step }: { step: TrailStep }) {
  switch (step.kind) {
    case "thought":
      return <ThoughtStep text={step.text} isActive={step.isActive} durationMs={step.durationMs} />;
    case "aside":
      return <AsideStep text={step.text} />;
    case "tool":
      return <ToolStep step={step} />;
  }
}
