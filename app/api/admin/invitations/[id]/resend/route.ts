import { resendInvitation } from "@/lib/features/accounts/endpoints";

export const POST = resendInvitation;
