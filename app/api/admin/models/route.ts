import { listModels } from "@/lib/features/settings/endpoints";

export const GET = listModels;
