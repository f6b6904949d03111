"use client";

import { useTranslations } from "next-intl";
import { BreakerSection } from "@/components/admin/breaker-section";
import { ChainEditor } from "@/components/admin/chain-editor";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { ProviderRow } from "@/components/admin/provider-row";
import { useRow } from "@/components/admin/setting-control";
import { SettingRow } from "@/components/admin/setting-row";
import { useSettings } from "@/components/admin/use-settings";
import { modelTiers } from "@/lib/protocol/settings-fields";

/** `unpriced` are the models that are known here by name and not by price. */
export function ModelsPage({ unpriced }: { unpriced: readonly string[] }) {
  const t = useTranslations("admin");
  const { form } = useSettings();
  const row = useRow("modelTiers");
  return (
    <PageFrame page="models">
      <PageSection title={t("providers.title")} help={t("providers.help")}>
        <ul>
          {form.reply.providers.map((provider) => (
            <ProviderRow
              key={`${provider.id} ${provider.key}`}
              provider={provider}
              onKeyChanged={form.reload}
            />
          ))}
        </ul>
      </PageSection>
      <SettingRow {...row} isSection>
        <Chains unpriced={unpriced} />
      </SettingRow>
      <BreakerSection kind="model" />
    </PageFrame>
  );
}

function Chains({ unpriced }: { unpriced: readonly string[] }) {
  const { form } = useSettings();
  const { draft, reply, change } = form;
  const suggestions = reply.providers.flatMap(({ models }) => models);
  return (
    <div className="grid gap-3">
      {modelTiers.map((tier) => (
        <ChainEditor
          key={tier}
          tier={tier}
          chain={draft.modelTiers[tier]}
          effective={reply.effectiveTiers[tier]}
          suggestions={suggestions}
          unpriced={unpriced}
          onChange={(chain) => change("modelTiers", { ...draft.modelTiers, [tier]: chain })}
        />
      ))}
    </div>
  );
}
