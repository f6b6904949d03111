import { acknowledgeAlert } from "@/lib/features/alerts/endpoints";

export const PATCH = acknowledgeAlert;
