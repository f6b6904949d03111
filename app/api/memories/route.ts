import { addFact, clearMemory, readMemory, switchMemory } from "@/lib/features/memory/endpoints";

export const GET = readMemory;
export const POST = addFact;
export const PATCH = switchMemory;
export const DELETE = clearMemory;
