import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { showToast } from "@/components/ui/toast";
import { Button } from "@/components/ui/button";
import { putKey } from "@/lib/features/settings/api";
import { call } from "@/lib/client/request";
import { useAccessReason } from "./use-access-reason";

type Props = { owner: { id: string; name: string }; hasKey: boolean; onChanged: () => Promise<void> };

/**
 * Writes the key of a provider or search engine, never reads it: the field is empty even with a key. The
 * server tries a provider's key before it keeps it; one that is refused stays in the field.
 */
export function KeyField({ owner, hasKey, onChanged }: Props) {
  const t = useTranslations("setup.key");
  const explain = useAccessReason(owner.name);
  const problemId = useId();
  const [key, setKey] = useState("");
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const put = async (value: string | null): Promise<void> => {
    setSaving(true);
    setProblem(null);
    const answer = await call(putKey, { body: { provider: owner.id, key: value } });
    if (answer.ok) {
      setKey("");
      await onChanged();
      showToast({ text: t(value === null ? "removed" : "saved", { provider: owner.name }) });
    } else setProblem(t("failed", { reason: explain(answer) }));
    setSaving(false);
  };
  return (
    <form
      className="flex flex-wrap gap-2 pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== "" && !isSaving) void put(key.trim());
      }}
    >
      <input
        type="password"
        value={key}
        autoComplete="off"
        placeholder={t("placeholder")}
        aria-label={t("label", { provider: owner.name })}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        onChange={(event) => setKey(event.target.value)}
        className="text-field min-w-40 flex-1"
      />
      <Button type="submit" disabled={isSaving || key.trim() === ""}>
        {t(isSaving ? "saving" : hasKey ? "replace" : "save")}
      </Button>
      {hasKey && (
        <Button tone="danger" disabled={isSaving} onClick={() => void put(null)}>
          {t("remove")}
        </Button>
      )}
      <p id={problemId} role="alert" className="w-full text-sm leading-5 text-bad empty:hidden">
        {problem}
      </p>
    </form>
  );
}
