"use client";

import { Diagram } from "@/components/markdown/diagram";
import { toPlanDiagram } from "./plan-diagram";
import type { Plan } from "@/lib/features/plans/shape";
import { PlanTasks } from "./plan-tasks";

/** The plan with arrows from each step to those that need it. Who cannot see it has the list. */
export function PlanGraph({ plan }: { plan: Plan }) {
  return <Diagram source={toPlanDiagram(plan)} fallback={<PlanTasks plan={plan} />} />;
}
