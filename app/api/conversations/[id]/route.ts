import {
  changeConversation,
  deleteConversation,
  readConversation,
} from "@/lib/features/conversations/endpoints";

export const GET = readConversation;
export const PATCH = changeConversation;
export const DELETE = deleteConversation;
