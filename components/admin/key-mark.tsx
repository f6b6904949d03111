import { useTranslations } from "next-intl";
import type { ProviderState } from "@/lib/protocol/settings";

const tones: Record<ProviderState["key"], string> = {
  environment: "bg-good-tint text-good",
  panel: "bg-good-tint text-good",
  none: "bg-sunken text-quiet",
  unneeded: "bg-sunken text-quiet",
};

/** Where a key comes from, or that there is none. */
export function KeyMark({ state, label }: { state: ProviderState["key"]; label?: string | undefined }) {
  const t = useTranslations("admin.providers");
  return <span className={`rounded-full px-2.5 text-xs leading-6 ${tones[state]}`}>{label ?? t(state)}</span>;
}
