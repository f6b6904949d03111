import { endShare } from "@/lib/features/sharing/endpoints";

export const DELETE = endShare;
