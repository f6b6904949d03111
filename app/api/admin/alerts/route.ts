import { listAlerts } from "@/lib/features/alerts/endpoints";

export const GET = listAlerts;
