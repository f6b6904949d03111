import { followReply } from "@/lib/features/chat/endpoints";

export const maxDuration = 300;

export const GET = followReply;
