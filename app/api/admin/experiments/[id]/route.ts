import { deleteExperiment, readExperiment, stopExperiment } from "@/lib/features/laboratory/endpoints";

export const GET = readExperiment;
export const PATCH = stopExperiment;
export const DELETE = deleteExperiment;
