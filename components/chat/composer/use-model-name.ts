import { useTranslations } from "next-intl";
import type { OfferedModel } from "@/lib/protocol/client-settings";

export function useModelName(): (model: Pick<OfferedModel, "ref" | "label">) => string {
  const t = useTranslations("chat.trail");
  return ({ ref, label }) => (ref.startsWith("offline:") ? t("guide") : label);
}
