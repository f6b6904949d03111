import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { fillVariables, listVariables } from "@/lib/protocol/prompt-text";
import type { Prompt } from "@/lib/features/prompts/shape";

type Props = {
  prompt: Prompt;
  onFilled: (text: string) => void;
  onClose: () => void;
  /** The page takes the focus again. */
  onGone: () => void;
};

/** Asks for what a prompt leaves open. What stays empty stays as it stands in the prompt. */
export function VariableForm({ prompt: { name, text }, onFilled, onClose, onGone }: Props) {
  const t = useTranslations("chat.suggestions");
  const variables = listVariables(text);
  const tellGone = useEffectEvent(onGone);
  useEffect(() => () => tellGone(), []);
  const fill = async (entered: FormData): Promise<string | null> => {
    const given = variables.flatMap((variable, at) => {
      const value = String(entered.get(`variable-${at}`) ?? "").trim();
      return value === "" ? [] : [[variable, value] as const];
    });
    onFilled(fillVariables(text, new Map(given)));
    return null;
  };
  // It is drawn by a part of the composer, which is a form.
  return createPortal(
    <ConfirmDialog title={`/${name}`} action={t("fill")} onConfirm={fill} onClose={onClose}>
      <div className="grid gap-3">
        {variables.map((variable, at) => (
          <Field
            key={variable}
            label={variable}
            name={`variable-${at}`}
            maxLength={2_000}
            autoComplete="off"
          />
        ))}
      </div>
    </ConfirmDialog>,
    document.body,
  );
}
