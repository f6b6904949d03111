import { useTranslations } from "next-intl";
import type { ProviderState } from "@/lib/protocol/settings";
import { ModelTest } from "./model-test";
import { ProviderKey } from "./provider-key";

const tones: Record<ProviderState["key"], string> = {
  environment: "bg-good-tint text-good",
  panel: "bg-good-tint text-good",
  none: "bg-sunken text-quiet",
  unneeded: "bg-sunken text-quiet",
};

/** A provider: where its key comes from, what is missing or a field for another key, and a real call to see whether it works. */
export function ProviderRow({ provider, onKeyChanged }: { provider: ProviderState; onKeyChanged: () => Promise<void> }) {
  const t = useTranslations("admin.providers");
  const hasKey = provider.key !== "none";
  const takesKey = provider.needs === undefined && (provider.key === "none" || provider.key === "panel");
  return (
    <li className="border-b border-hairline py-4 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-medium">{provider.name}</h4>
        <span className={`rounded-full px-2.5 text-xs leading-6 ${tones[provider.key]}`}>
          {t(provider.needs ? "notSetUp" : provider.key)}
        </span>
      </div>
      {provider.needs && <p className="pt-1 text-sm leading-5 text-quiet">{t("needs", { variable: provider.needs })}</p>}
      {takesKey && <ProviderKey provider={provider} onChanged={onKeyChanged} />}
      {hasKey && <ModelTest provider={provider} />}
    </li>
  );
}
