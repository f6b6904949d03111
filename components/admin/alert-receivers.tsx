import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { PageRow } from "@/components/ui/page";
import { call } from "@/lib/client/request";
import { saveReceivers } from "@/lib/features/alerts/api";
import type { AlertsReply, Receivers } from "@/lib/features/alerts/shape";
import { PageSection } from "./page-frame";
import { withMember } from "./setting-paths";

type Props = { reply: AlertsReply; canChange: boolean; onChanged: () => Promise<void> };

/** By which ways alerts are told, and to whom. */
export function AlertReceivers({ reply: { channels, receivers }, canChange, onChanged }: Props) {
  const t = useTranslations("admin.alerts.told");
  const [isOpen, setOpen] = useState(false);
  const chosen = listChosen(receivers);
  const names = chosen.map(({ name }) => name).join(t("separator"));
  const mail = chosen.length === receivers.may.length ? t("everybody", { names }) : names;
  return (
    <PageSection title={t("title")}>
      <PageRow name={t("mail")} help={channels.mail ? mail : t("noMail")}>
        {channels.mail && canChange && (
          <Button aria-label={t("changeMail")} onClick={() => setOpen(true)}>
            {t("change")}
          </Button>
        )}
      </PageRow>
      <PageRow name={t("webhook")} help={t(channels.webhook ? "signed" : "noWebhook")} />
      {isOpen && (
        <ReceiversDialog receivers={receivers} onChanged={onChanged} onClose={() => setOpen(false)} />
      )}
    </PageSection>
  );
}

/** Everybody who may be, where nobody of those chosen is left. */
function listChosen({ ids, may }: Receivers): Receivers["may"] {
  const chosen = may.filter(({ id }) => ids === null || ids.includes(id));
  return chosen.length > 0 ? chosen : may;
}

type DialogProps = Pick<Props, "onChanged"> & { receivers: Receivers; onClose: () => void };

function ReceiversDialog({ receivers, onChanged, onClose }: DialogProps) {
  const t = useTranslations("admin.alerts.told");
  const [ids, setIds] = useState(() => listChosen(receivers).map(({ id }) => id));
  const save = async () => {
    if (ids.length === 0) return t("leastOne");
    const isAll = receivers.may.every(({ id }) => ids.includes(id));
    const body = { version: receivers.version, ids: isAll ? null : ids };
    const answer = await call(saveReceivers, { body });
    // What somebody else chose meanwhile stands behind the dialog; saving again puts this in its place.
    await onChanged();
    return answer;
  };
  return (
    <ConfirmDialog title={t("chooseTitle")} action={t("save")} onConfirm={save} onClose={onClose}>
      <p className="text-sm leading-5 text-quiet">{t("chooseHelp")}</p>
      <ul className="grid max-h-80 gap-1 overflow-y-auto">
        {receivers.may.map(({ id, name }) => (
          <li key={id}>
            <label className="flex min-h-9 cursor-pointer items-center gap-3 text-sm wrap-anywhere pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="size-4 shrink-0"
                checked={ids.includes(id)}
                onChange={({ target }) => setIds((before) => withMember(before, id, target.checked))}
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
