import { readShare, revokeShare, shareConversation } from "@/lib/features/sharing/endpoints";

export const GET = readShare;
export const POST = shareConversation;
export const DELETE = revokeShare;
