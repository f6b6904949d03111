import { useTranslations } from "next-intl";
import { sayAlert, type Firing } from "@/lib/features/alerts/shape";
import { usePermissionWords } from "./use-permission-words";

/** What an alert says, in the words of its mail. */
export function useAlertWords(): (alert: Firing) => { title: string; reason: string } {
  const t = useTranslations("admin.alerts");
  const { nameTool } = usePermissionWords();
  return (alert) => sayAlert(alert, t, nameTool);
}
