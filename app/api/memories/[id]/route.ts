import { changeFact, forgetFact, putFactBack } from "@/lib/features/memory/endpoints";

export const PATCH = changeFact;
export const DELETE = forgetFact;
export const PUT = putFactBack;
