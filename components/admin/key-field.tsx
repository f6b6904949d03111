import { useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "@/components/ui/toast";
import { Button } from "@/components/ui/button";
import { adminApi } from "@/lib/client/admin-api";
import { useReason } from "@/components/ui/use-reason";

type Props = { owner: { id: string; name: string }; hasKey: boolean; onChanged: () => Promise<void> };

/** Writes the key of a provider or search engine, never reads it: the field is empty even with a key. */
export function KeyField({ owner, hasKey, onChanged }: Props) {
  const t = useTranslations();
  const explain = useReason();
  const [key, setKey] = useState("");
  const [isSaving, setSaving] = useState(false);
  const put = async (value: string | null): Promise<void> => {
    setSaving(true);
    const answer = await adminApi.putKey(owner.id, value);
    if (answer.ok) {
      setKey("");
      await onChanged();
      showToast({
        text: t(value === null ? "admin.providers.keyRemoved" : "admin.providers.keySaved", {
          provider: owner.name,
        }),
      });
    } else {
      showToast({ text: t("admin.providers.keyFailed", { reason: explain(answer) }), isFailure: true });
    }
    setSaving(false);
  };
  return (
    <form
      className="flex flex-wrap gap-2 pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== "") void put(key.trim());
      }}
    >
      <input
        type="password"
        value={key}
        autoComplete="off"
        placeholder={t("admin.providers.keyPlaceholder")}
        aria-label={t("admin.providers.key", { provider: owner.name })}
        onChange={(event) => setKey(event.target.value)}
        className="text-field min-w-40 flex-1"
      />
      <Button type="submit" disabled={isSaving || key.trim() === ""}>
        {t(hasKey ? "admin.providers.replaceKey" : "admin.providers.saveKey")}
      </Button>
      {hasKey && (
        <Button tone="danger" disabled={isSaving} onClick={() => void put(null)}>
          {t("admin.providers.removeKey")}
        </Button>
      )}
    </form>
  );
}
