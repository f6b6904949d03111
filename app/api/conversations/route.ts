import { listConversations } from "@/lib/features/conversations/endpoints";

export const GET = listConversations;
