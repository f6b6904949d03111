import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { useReason } from "@/components/ui/use-reason";
import { promptApi } from "@/lib/client/prompts";
import {
  listVariables,
  maxPromptCharacters,
  maxPromptNameCharacters,
  maxPromptVariables,
  promptNameForm,
} from "@/lib/protocol/prompt-text";
import type { NewPrompt, Prompt } from "@/lib/protocol/prompts";

type Props = {
  /** The one that is changed; `null` for a new one. */
  prompt: Prompt | null;
  mayShare: boolean;
  onSaved: (prompt: Prompt) => void;
  onClose: () => void;
};

/** A prompt's name and text; what is wrong with them is said before the server is asked. */
export function PromptForm({ prompt, mayShare, onSaved, onClose }: Props) {
  const t = useTranslations("settings.prompts");
  const explain = useReason();
  const save = async (form: FormData): Promise<string | null> => {
    const entered = readFields(form);
    const fault = findFault(entered);
    if (fault !== null) return t(`faults.${fault}`, { most: maxPromptVariables });
    const answer = await (prompt === null ? promptApi.create(entered) : promptApi.change(prompt.id, entered));
    if (answer.ok) {
      onSaved(answer.value);
      return null;
    }
    return answer.problem?.code === "already_exists" ? t("faults.taken") : explain(answer);
  };
  return (
    <ConfirmDialog
      isOpen
      title={t(prompt === null ? "new" : "change")}
      action={t("save")}
      onConfirm={save}
      onClose={onClose}
    >
      <Fields prompt={prompt} mayShare={mayShare} />
    </ConfirmDialog>
  );
}

function readFields(entered: FormData): NewPrompt {
  return {
    name: String(entered.get("name") ?? "")
      .trim()
      .replace(/^\//, ""),
    text: String(entered.get("text") ?? "").trim(),
    shared: entered.get("shared") !== null,
  };
}

function findFault({ name, text }: NewPrompt): "noName" | "name" | "noText" | "variables" | null {
  if (name === "") return "noName";
  if (!promptNameForm.test(name)) return "name";
  if (text === "") return "noText";
  return listVariables(text).length > maxPromptVariables ? "variables" : null;
}

function Fields({ prompt, mayShare }: { prompt: Prompt | null; mayShare: boolean }) {
  const t = useTranslations("settings.prompts");
  const id = useId();
  const [text, setText] = useState(prompt?.text ?? "");
  const variables = listVariables(text);
  return (
    <div className="grid gap-4">
      <Field
        label={t("name")}
        name="name"
        hint={t("nameHint")}
        error={undefined}
        maxLength={maxPromptNameCharacters + 1}
        defaultValue={prompt?.name}
        autoComplete="off"
      />
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          {t("text")}
        </label>
        <textarea
          id={id}
          name="text"
          dir="auto"
          rows={6}
          maxLength={maxPromptCharacters}
          value={text}
          onChange={({ target }) => setText(target.value)}
          aria-describedby={`${id}-help`}
          className="text-field h-auto resize-y px-3 py-2 text-base leading-6"
        />
        <p id={`${id}-help`} className="text-sm leading-5 wrap-anywhere text-quiet">
          {variables.length === 0 ? t("textHint") : t("asksFor", { names: variables.join(", ") })}
        </p>
      </div>
      {mayShare && (
        <label className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
          <input type="checkbox" name="shared" defaultChecked={prompt?.shared} />
          {t("share")}
        </label>
      )}
    </div>
  );
}
