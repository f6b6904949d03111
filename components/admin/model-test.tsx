import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { adminApi } from "@/lib/client/admin-api";
import type { ModelTestReply, ProviderState } from "@/lib/protocol/settings";
import { TestResult } from "./test-result";
import { useReason } from "@/components/ui/use-reason";

/** Makes one real, tiny call and says how it went. */
export function ModelTest({ provider }: { provider: ProviderState }) {
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
