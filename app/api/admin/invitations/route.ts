import { invite, listInvitations } from "@/lib/features/accounts/endpoints";

export const GET = listInvitations;
export const POST = invite;
