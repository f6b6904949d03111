import { endSession } from "@/lib/features/accounts/endpoints";

export const DELETE = endSession;
