import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DifferenceList } from "@/components/admin/difference-list";
import type { SettingsForm } from "@/components/admin/use-settings-form";
import { showToast } from "@/components/ui/toast";
import type { ComparedVersion } from "./compare-versions";

/** Says what would change before it does. Going back makes a new version, so that it can be undone in the same way. */
export function RevertDialog({
  version,
  form,
  onClose,
}: {
  version: ComparedVersion | null;
  form: SettingsForm;
  onClose: () => void;
}) {
  const t = useTranslations("admin.history");
  const number = version?.version ?? 0;
  const revert = async (): Promise<string | null> => {
    const reason = await form.revert(number);
    if (reason === null) showToast({ text: t("reverted", { version: number }) });
    return reason;
  };
  return (
    <ConfirmDialog
      isOpen={version !== null}
      title={t("revertTitle", { version: number })}
      action={t("revertDo")}
      onConfirm={revert}
      onClose={onClose}
    >
      <p className="text-sm leading-5 text-quiet">{t("revertHelp")}</p>
      <DifferenceList differences={version?.toNow ?? []} none={t("asNow")} />
      {form.changes.length > 0 && <p className="text-sm leading-5 text-partly">{t("unsavedStay")}</p>}
    </ConfirmDialog>
  );
}
