import { putKey } from "@/lib/features/settings/endpoints";

export const PUT = putKey;
