import { stopReply } from "@/lib/features/chat/endpoints";

export const POST = stopReply;
