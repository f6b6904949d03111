import { publishExperiment } from "@/lib/features/laboratory/endpoints";

export const POST = publishExperiment;
