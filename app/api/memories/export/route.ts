import { exportMemory } from "@/lib/features/memory/endpoints";

export const GET = exportMemory;
