import { revokeInvitation } from "@/lib/features/accounts/endpoints";

export const DELETE = revokeInvitation;
