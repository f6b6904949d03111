import { revertSettings } from "@/lib/features/settings/endpoints";

export const POST = revertSettings;
