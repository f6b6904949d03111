"use client";

import { useNamedProviders } from "@/components/admin/use-named-providers";
import { useTranslations } from "next-intl";
import { BreakerSection } from "@/components/admin/breaker-section";
import { ChainEditor } from "@/components/admin/chain-editor";
import { ModelOptions } from "@/components/admin/model-options";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { SettingFields, useRow } from "@/components/admin/setting-control";
import { SettingRow } from "@/components/admin/setting-row";
import { useSettings } from "@/components/admin/use-settings";
import { modelTiers } from "@/lib/protocol/settings-fields";
import type { ProviderState } from "@/lib/protocol/settings";
import { KeyField } from "@/components/models/key-field";
import { FoundServers } from "@/components/models/found-servers";
import { ServerForm } from "@/components/models/server-form";
import { showToast } from "@/components/ui/toast";
import { KeyMark } from "@/components/admin/key-mark";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { removeModelServer } from "@/lib/features/settings/api";
import { call } from "@/lib/client/request";
import { useReason } from "@/components/ui/use-reason";

type Props = {
  /** The models that are known here by name and not by price. */
  unpriced: readonly string[];
  /** Of those that are known by name, as far as somebody said them. */
  windows?: Readonly<Record<string, number>>;
};

export function ModelsPage({ unpriced, windows = {} }: Props) {
  const t = useTranslations("admin");
  const { form } = useSettings();
  const { engines } = form.reply;
  const providers = useNamedProviders(form.reply.providers);
  const row = useRow("modelTiers");
  const modelRow = useRow("modelOptions");
  return (
    <PageFrame page="models">
      <SettingRow {...row} isSection>
        <Chains unpriced={unpriced} />
      </SettingRow>
      <SettingRow {...modelRow} isSection>
        <ModelOptions unpriced={unpriced} windows={windows} />
      </SettingRow>
      <PageSection title={t("providers.title")} help={t("providers.help")}>
        <ul>
          {providers.map((provider) => (
            <ProviderRow
              key={`${provider.id} ${provider.key} ${provider.address ?? ""} ${provider.models.join(" ")}`}
              provider={provider}
              onKeyChanged={form.reload}
            />
          ))}
        </ul>
        <AddServer
          key={providers.length}
          taken={[...providers, ...engines].map(({ id }) => id)}
          onChanged={form.reload}
        />
      </PageSection>
      <PageSection title={t("sections.prices.name")} help={t("sections.prices.help")}>
        <SettingFields section="prices" />
      </PageSection>
      <BreakerSection kind="model" />
    </PageFrame>
  );
}

/** Another server, under its own name. */
function AddServer(props: { taken: readonly string[]; onChanged: () => Promise<void> }) {
  const t = useTranslations("admin.providers");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="mt-4" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t("add")}
      </Button>
      {isOpen && <ServerForm {...props} />}
    </>
  );
}

function Chains({ unpriced }: { unpriced: readonly string[] }) {
  const t = useTranslations("admin.tiers");
  const { form } = useSettings();
  const { draft, reply, change } = form;
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      {modelTiers.map((tier) => (
        <ChainEditor
          key={tier}
          name={t(`${tier}.name`)}
          help={t(`${tier}.help`)}
          chain={draft.modelTiers[tier]}
          effective={reply.effectiveTiers[tier]}
          unpriced={unpriced}
          notes={reply.modelNotes}
          onChange={(chain) => change("modelTiers", { ...draft.modelTiers, [tier]: chain })}
        />
      ))}
    </div>
  );
}

type ProviderProps = { provider: ProviderState; onKeyChanged: () => Promise<void> };

/** Where a provider's key comes from, and what is missing or a field for another. */
export function ProviderRow({ provider, onKeyChanged }: ProviderProps) {
  const t = useTranslations("admin.providers");
  const hasKey = provider.key !== "none";
  const takesEntry = provider.key === "none" || provider.key === "panel";
  const takesServer = provider.address !== undefined || (provider.id === "local" && !hasKey);
  return (
    <li className="border-b border-hairline py-4 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{provider.name}</h3>
        <KeyMark
          state={provider.key}
          label={takesServer ? t(hasKey ? "connected" : "notSetUp") : undefined}
        />
      </div>
      {takesServer && <ServerAccess provider={provider} onChanged={onKeyChanged} />}
      {takesEntry && !takesServer && <KeyField owner={provider} hasKey={hasKey} onChanged={onKeyChanged} />}
    </li>
  );
}

/** A server whose address is entered here: what is found on this machine, another one, or the end of it. */
function ServerAccess({ provider, onChanged }: { provider: ProviderState; onChanged: () => Promise<void> }) {
  const t = useTranslations("setup.server");
  const explain = useReason();
  const [isChanging, setChanging] = useState(false);
  const { id, address, models } = provider;
  const disconnect = async (): Promise<void> => {
    const answer = await call(removeModelServer, { query: { name: id } });
    if (answer.ok) await onChanged();
    showToast(answer.ok ? { text: t("disconnected") } : { text: explain(answer), isFailure: true });
  };
  if (address === undefined)
    return (
      <div className="pt-2">
        <FoundServers onChanged={onChanged} />
        <ServerForm onChanged={onChanged} />
      </div>
    );
  const model = models.map((ref) => ref.slice(ref.indexOf(":") + 1)).join(", ");
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pt-2 text-sm text-quiet">
        <p className="min-w-0 flex-1 wrap-anywhere">{t("connected", { model, address })}</p>
        <Button
          aria-label={t("changeNamed", { name: provider.name })}
          aria-expanded={isChanging}
          onClick={() => setChanging(!isChanging)}
        >
          {t("change")}
        </Button>
        <Button
          tone="danger"
          aria-label={t("disconnectNamed", { name: provider.name })}
          onClick={() => void disconnect()}
        >
          {t("disconnect")}
        </Button>
      </div>
      {isChanging && <ServerForm name={id} known={address} isKeyKept onChanged={onChanged} />}
    </>
  );
}
