import { estimateExperiment } from "@/lib/features/laboratory/endpoints";

export const POST = estimateExperiment;
