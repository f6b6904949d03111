import { changePlan, readPlan } from "@/lib/features/plans/endpoints";

export const maxDuration = 300;

export const GET = readPlan;
export const PATCH = changePlan;
