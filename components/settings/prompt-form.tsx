import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, LongField, readField } from "@/components/ui/field";
import { changePrompt, createPrompt } from "@/lib/features/prompts/api";
import { call } from "@/lib/client/request";
import {
  listVariables,
  maxPromptCharacters,
  maxPromptNameCharacters,
  maxPromptVariables,
  promptNameForm,
} from "@/lib/protocol/prompt-text";
import type { NewPrompt, Prompt } from "@/lib/features/prompts/shape";

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
  const [text, setText] = useState(prompt?.text ?? "");
  const variables = listVariables(text);
  const save = async (form: FormData) => {
    const entered = readFields(form);
    const fault = findFault(entered);
    if (fault !== null)
      return { fields: { [fault.field]: t(`faults.${fault.name}`, { most: maxPromptVariables }) } };
    const answer = await (prompt === null
      ? call(createPrompt, { body: entered })
      : call(changePrompt, { params: prompt, body: entered }));
    const isTaken = !answer.ok && answer.problem?.code === "already_exists";
    return isTaken ? { fields: { name: t("faults.taken") } } : answer;
  };
  return (
    <ConfirmDialog
      title={t(prompt === null ? "new" : "change")}
      action={t("save")}
      onConfirm={save}
      onDone={onSaved}
      onClose={onClose}
    >
      <Field
        label={t("name")}
        name="name"
        hint={t("nameHint")}
        maxLength={maxPromptNameCharacters + 1}
        defaultValue={prompt?.name}
        autoComplete="off"
      />
      <LongField
        label={t("text")}
        name="text"
        hint={variables.length === 0 ? t("textHint") : t("asksFor", { names: variables.join(", ") })}
        rows={6}
        maxLength={maxPromptCharacters}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {mayShare && (
        <label className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11">
          <input type="checkbox" name="shared" defaultChecked={prompt?.shared} />
          {t("share")}
        </label>
      )}
    </ConfirmDialog>
  );
}

function readFields(entered: FormData): NewPrompt {
  return {
    name: readField(entered, "name").replace(/^\//, ""),
    text: readField(entered, "text"),
    shared: entered.get("shared") !== null,
  };
}

type Fault = { field: keyof NewPrompt; name: "noName" | "name" | "noText" | "variables" };

function findFault({ name, text }: NewPrompt): Fault | null {
  if (name === "") return { field: "name", name: "noName" };
  if (!promptNameForm.test(name)) return { field: "name", name: "name" };
  if (text === "") return { field: "text", name: "noText" };
  return listVariables(text).length > maxPromptVariables ? { field: "text", name: "variables" } : null;
}
