"use client";

import { MessageCircle } from "lucide-react";
import type { TrailStep } from "@/lib/client/read-turn";
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
    case "commentary":
      return <CommentaryStep text={step.text} />;
    case "tool":
      return <ToolStep step={step} />;
  }
}

/** A few words of the model on its way to a tool. */
function CommentaryStep({ text }: { text: string }) {
  return (
    <p dir="auto" className="flex items-start gap-2 py-1 leading-5">
      <MessageCircle size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere whitespace-pre-wrap">{text.trim()}</span>
    </p>
  );
}
