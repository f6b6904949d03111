import { endpoint } from "@/lib/protocol/endpoint";
import type { Plan, PlanEdit } from "./shape";

/** The plan of one of the person's runs, while it is followed and afterwards. */
export const readPlan = endpoint<Plan>()("GET /api/runs/[id]/plan");
/** The person's change, or their word on a plan that waits: with it the reply goes on, after this answer. */
export const changePlan = endpoint<Plan, PlanEdit>()("PATCH /api/runs/[id]/plan");
