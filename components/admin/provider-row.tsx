import { useTranslations } from "next-intl";
import type { ProviderState } from "@/lib/protocol/settings";
import { KeyField } from "./key-field";
import { KeyMark } from "./key-mark";
import { ModelTest } from "./model-test";

/** A provider: where its key comes from, what is missing or a field for another key, and a real call to see whether it works. */
export function ProviderRow({
  provider,
  onKeyChanged,
}: {
  provider: ProviderState;
  onKeyChanged: () => Promise<void>;
}) {
  const t = useTranslations("admin.providers");
  const hasKey = provider.key !== "none";
  const takesKey = provider.needs === undefined && (provider.key === "none" || provider.key === "panel");
  return (
    <li className="border-b border-hairline py-4 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{provider.name}</h3>
        <KeyMark state={provider.key} label={provider.needs ? t("notSetUp") : undefined} />
      </div>
      {provider.needs && (
        <p className="pt-1 text-sm leading-5 text-quiet">{t("needs", { variable: provider.needs })}</p>
      )}
      {takesKey && <KeyField owner={provider} hasKey={provider.key === "panel"} onChanged={onKeyChanged} />}
      {hasKey && <ModelTest provider={provider} />}
    </li>
  );
}
