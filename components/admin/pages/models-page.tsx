"use client";

import { useTranslations } from "next-intl";
import { BreakerSection } from "@/components/admin/breaker-section";
import { ChainEditor } from "@/components/admin/chain-editor";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { SettingFields, useRow } from "@/components/admin/setting-control";
import { SettingRow } from "@/components/admin/setting-row";
import { useSettings } from "@/components/admin/use-settings";
import { modelTiers } from "@/lib/protocol/settings-fields";
import type { ProviderState, ModelTestReply } from "@/lib/protocol/settings";
import { KeyField } from "@/components/models/key-field";
import { FoundServers, ServerForm } from "@/components/models/server-form";
import { showToast } from "@/components/ui/toast";
import { KeyMark } from "@/components/admin/key-mark";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { adminApi } from "@/lib/client/admin-api";
import { TestResult } from "@/components/admin/test-result";
import { useReason } from "@/components/ui/use-reason";

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
              key={`${provider.id} ${provider.key} ${provider.address ?? ""}`}
              provider={provider}
              onKeyChanged={form.reload}
            />
          ))}
        </ul>
      </PageSection>
      <SettingRow {...row} isSection>
        <Chains unpriced={unpriced} />
      </SettingRow>
      <PageSection title={t("sections.prices.name")} help={t("sections.prices.help")}>
        <SettingFields section="prices" />
      </PageSection>
      <BreakerSection kind="model" />
    </PageFrame>
  );
}

function Chains({ unpriced }: { unpriced: readonly string[] }) {
  const t = useTranslations("admin.tiers");
  const { form } = useSettings();
  const { draft, reply, change } = form;
  const suggestions = reply.providers.flatMap(({ models }) => models);
  return (
    <div className="grid gap-3">
      {modelTiers.map((tier) => (
        <ChainEditor
          key={tier}
          name={t(`${tier}.name`)}
          help={t(`${tier}.help`)}
          chain={draft.modelTiers[tier]}
          effective={reply.effectiveTiers[tier]}
          suggestions={suggestions}
          unpriced={unpriced}
          notes={reply.modelNotes}
          onChange={(chain) => change("modelTiers", { ...draft.modelTiers, [tier]: chain })}
        />
      ))}
    </div>
  );
}

/** Where a provider's key comes from, what is missing or a field for another, and a real call to test it. */
export function ProviderRow({
  provider,
  onKeyChanged,
}: {
  provider: ProviderState;
  onKeyChanged: () => Promise<void>;
}) {
  const t = useTranslations("admin.providers");
  const hasKey = provider.key !== "none";
  const takesEntry = provider.key === "none" || provider.key === "panel";
  const takesServer = provider.id === "local" && (!hasKey || provider.address !== undefined);
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
      {hasKey && <ModelTest provider={provider} />}
    </li>
  );
}

/** A server whose address is entered here: what is found on this machine, another one, or the end of it. */
function ServerAccess({ provider, onChanged }: { provider: ProviderState; onChanged: () => Promise<void> }) {
  const t = useTranslations("setup.server");
  const explain = useReason();
  const { address, models } = provider;
  const disconnect = async (): Promise<void> => {
    const answer = await adminApi.removeServer();
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
    <div className="flex flex-wrap items-center justify-between gap-2 pt-2 text-sm text-quiet">
      <p className="min-w-0 wrap-anywhere">{t("connected", { model, address })}</p>
      <Button tone="danger" onClick={() => void disconnect()}>
        {t("disconnect")}
      </Button>
    </div>
  );
}

/** Makes one real, tiny call and says how it went. */
function ModelTest({ provider }: { provider: ProviderState }) {
  const t = useTranslations();
  const explain = useReason();
  const listId = useId();
  const [model, setModel] = useState(provider.models[0] ?? "");
  const [result, setResult] = useState<ModelTestReply | "asking" | null>(null);
  const test = async (): Promise<void> => {
    setResult("asking");
    const answer = await adminApi.testModel(model);
    setResult(answer.ok ? answer.value : { ok: false, latencyMs: 0, message: explain(answer) });
  };
  return (
    <form
      className="flex flex-wrap items-center gap-2 pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        void test();
      }}
    >
      <input
        value={model}
        placeholder={`${provider.id}:model`}
        list={listId}
        required
        spellCheck={false}
        autoCapitalize="none"
        aria-label={t("admin.providers.model", { provider: provider.name })}
        onChange={(event) => setModel(event.target.value)}
        className="text-field min-w-40 flex-1 font-mono text-[13px]"
      />
      <datalist id={listId}>
        {provider.models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button type="submit" disabled={result === "asking"}>
        {t(result === "asking" ? "admin.providers.testing" : "admin.providers.test")}
      </Button>
      <p role="status" className="w-full text-sm leading-5 empty:hidden">
        {result !== null && result !== "asking" && <TestResult result={result} />}
      </p>
    </form>
  );
}
