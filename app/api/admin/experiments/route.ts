import { createExperiment, listExperiments } from "@/lib/features/laboratory/endpoints";

export const GET = listExperiments;
export const POST = createExperiment;
