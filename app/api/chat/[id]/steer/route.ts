import { steerReply } from "@/lib/features/chat/endpoints";

export const POST = steerReply;
