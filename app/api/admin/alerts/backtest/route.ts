import { backtestAlerts } from "@/lib/features/alerts/endpoints";

export const GET = backtestAlerts;
