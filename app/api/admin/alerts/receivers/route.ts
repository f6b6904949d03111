import { saveReceivers } from "@/lib/features/alerts/endpoints";

export const PUT = saveReceivers;
