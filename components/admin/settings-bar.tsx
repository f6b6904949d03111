import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, readField } from "@/components/ui/field";
import { Problem } from "@/components/ui/problem";
import { showToast } from "@/components/ui/toast";
import { useAction } from "@/components/ui/use-action";
import { maxDraftName } from "@/lib/features/settings/shape";
import { SaveBar } from "./save-bar";
import { isNamedIn } from "./settings-changes";
import type { SettingsForm } from "./use-settings-form";

/** What is changed, and what can be made of it: undone, kept as a draft, tried, or published. */
export function SettingsBar({ form }: { form: SettingsForm }) {
  const t = useTranslations("admin");
  const { changes, kept, state, undo, save } = form;
  const names = changes.map((name) => t(`fields.${name}.name`)).join(t("bar.separator"));
  return (
    <SaveBar
      label={t("bar.label")}
      isShown={changes.length > 0 || kept !== null || state.kind === "failed"}
      state={state.kind}
      canSave={changes.length > 0}
      actions={changes.length > 0 && <DraftActions form={form} />}
      onUndo={undo}
      onSave={save}
      className="px-4"
    >
      {kept !== null && (
        <Link href="/admin/laboratory#drafts" prefetch={false} className="block font-medium wrap-anywhere">
          {t("bar.draft", { name: kept.name })}
        </Link>
      )}
      <p>{t("bar.changed", { count: changes.length, names })}</p>
      <Trouble form={form} />
    </SaveBar>
  );
}

/** A name for a draft of these changes. */
export function useDraftName({ kept, changes }: Pick<SettingsForm, "kept" | "changes">): string {
  const t = useTranslations("admin");
  const names = changes.map((name) => t(`fields.${name}.name`)).join(t("bar.separator"));
  return kept?.name ?? names.slice(0, maxDraftName);
}

function DraftActions({ form }: { form: SettingsForm }) {
  const t = useTranslations("admin.bar");
  const router = useRouter();
  const name = useDraftName(form);
  const [isNaming, setNaming] = useState(false);
  const { run, isBusy } = useAction();
  const { kept, isKept } = form;
  const keep = async (as: string): Promise<string | null> => {
    const reason = await form.keep(as);
    if (reason === null) showToast({ text: t("kept", { name: as }) });
    return reason;
  };
  const tryIt = async (): Promise<string | null> => {
    const reason = isKept ? null : await form.keep(name);
    if (reason === null) router.push("/admin/laboratory");
    return reason;
  };
  return (
    <>
      {!isKept && (
        <Button
          aria-disabled={isBusy}
          onClick={() => (kept === null ? setNaming(true) : void run(() => keep(name)))}
        >
          {t(kept === null ? "keep" : "keepOn")}
        </Button>
      )}
      <Button aria-disabled={isBusy} onClick={() => void run(tryIt)}>
        {t("try")}
      </Button>
      <ConfirmDialog
        isOpen={isNaming}
        title={t("keepTitle")}
        action={t("keepDo")}
        onConfirm={(entered) => keep(readField(entered, "name"))}
        onClose={() => setNaming(false)}
      >
        <Field name="name" label={t("name")} defaultValue={name} maxLength={maxDraftName} required />
      </ConfirmDialog>
    </>
  );
}

function Trouble({ form: { state, changes } }: { form: SettingsForm }) {
  const t = useTranslations("admin");
  if (state.kind !== "failed") return null;
  const refused = changes
    .filter((name) => isNamedIn(state.fields, name))
    .map((name) => t(`fields.${name}.name`));
  const reason =
    refused.length > 0 ? t("bar.check", { names: refused.join(t("bar.separator")) }) : state.reason;
  return <Problem>{t(`bar.troubles.${state.of}`, { reason })}</Problem>;
}
