import { exportConversation } from "@/lib/features/sharing/endpoints";

export const GET = exportConversation;
