import { endPersonSession } from "@/lib/features/accounts/endpoints";

export const DELETE = endPersonSession;
