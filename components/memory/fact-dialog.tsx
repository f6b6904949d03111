import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LongField, readField, SelectField } from "@/components/ui/field";
import { isComposing } from "@/components/ui/is-composing";
import { showToast } from "@/components/ui/toast";
import { tierNames } from "./fact-list";
import type { Memory } from "./memory";
import { memoryCategories, type Fact } from "@/lib/features/memory/shape";
import { keepFocus } from "./keep-focus";
import { findActions } from "./fact-row";
import { useMemoryReason } from "./use-memory-reason";
import { useMemoryWords } from "./use-memory-words";

/** `fact`: as it was when it was opened; `null` for one more. */
type Props = { fact: Fact | null; memory: Memory; onClose: () => void };

const leastCharacters = 3;

/** A fact's words, kind and time to be kept. One forgotten elsewhere meanwhile is kept as a new one. */
export function FactDialog({ fact, memory, onClose }: Props) {
  const t = useTranslations("memory");
  const { toKeepName } = useMemoryWords();
  const explain = useMemoryReason();
  const isGone = fact !== null && memory.reply?.facts.every(({ id }) => id !== fact.id) === true;
  const save = async (entered: FormData) => {
    const content = readField(entered, "content");
    const category = memoryCategories.find((name) => name === entered.get("category")) ?? "preference";
    const tier = tierNames.find((name) => name === entered.get("tier")) ?? "important";
    if (content.length < leastCharacters) return { fields: { content: t("form.short") } };
    const draft = { content, category, tier };
    const answer = await (fact === null || isGone ? memory.add(draft) : memory.change(fact.id, draft));
    if (answer.ok) return answer;
    const isLost = fact !== null && answer.problem?.code === "not_found";
    return { fields: { content: isLost ? t("form.gone") : explain(answer) } };
  };
  const tell = ({ id }: Fact): void => {
    showToast({ text: t(fact === null ? "said.added" : "said.saved") });
    if (fact !== null) keepFocus(() => findActions(id));
  };
  return (
    <ConfirmDialog
      title={t(fact === null ? "form.add" : "actions.edit")}
      action={t("form.save")}
      onConfirm={save}
      onDone={tell}
      onClose={onClose}
    >
      <LongField
        label={t("form.content")}
        name="content"
        error={isGone ? t("form.gone") : undefined}
        rows={2}
        maxLength={500}
        placeholder={t("form.placeholder")}
        defaultValue={fact?.content}
        onKeyDown={sendOnEnter}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t("form.category")}
          name="category"
          initial={fact?.category ?? "preference"}
          options={memoryCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
        />
        <SelectField
          label={t("form.tier")}
          name="tier"
          initial={fact?.tier ?? "important"}
          options={tierNames.map((value) => ({ value, label: toKeepName(value) }))}
        />
      </div>
    </ConfirmDialog>
  );
}

/** A fact is a line, however long. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || isComposing(event)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
