import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { request } from "@/lib/client/request";
import type { ModelTestReply, ProviderState } from "@/lib/protocol/settings";

const limitMs = 60_000;

/** Makes one real, tiny call and says how it went. */
export function ModelTest({ provider }: { provider: ProviderState }) {
  const t = useTranslations();
  const listId = useId();
  const [model, setModel] = useState(provider.models[0] ?? "");
  const [result, setResult] = useState<ModelTestReply | "asking" | null>(null);
  const test = async (): Promise<void> => {
    setResult("asking");
    const answer = await request<ModelTestReply>("/api/admin/models/test", { method: "POST", body: { model }, timeoutMs: limitMs });
    setResult(answer.ok ? answer.value : { ok: false, latencyMs: 0, message: answer.problem?.detail ?? t("errors.unreachable") });
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
        {result !== null && result !== "asking" && <Result result={result} />}
      </p>
    </form>
  );
}

function Result({ result }: { result: ModelTestReply }) {
  const t = useTranslations("admin.providers");
  if (!result.ok) return <span className="text-bad">{t("fails", { message: result.message })}</span>;
  const ms = Math.round(result.latencyMs);
  return (
    <span className="text-good">{result.message === "" ? t("works", { ms }) : t("worksSaying", { ms, message: result.message })}</span>
  );
}
