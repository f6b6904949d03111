import { testModel } from "@/lib/features/settings/endpoints";

export const POST = testModel;
