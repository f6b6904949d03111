import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Problem } from "@/components/ui/problem";
import type { InvitationRow } from "@/lib/protocol/accounts";

type Props = { invitation: InvitationRow; onRevoke: (invitation: InvitationRow) => Promise<string | null> };

/** An invitation that nobody has used yet. */
export function InvitationRowView({ invitation, onRevoke }: Props) {
  const t = useTranslations("admin.people");
  const format = useFormatter();
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const whom = invitation.email ?? t("anybody");
  const revoke = async (): Promise<void> => {
    setBusy(true);
    setReason(await onRevoke(invitation));
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hairline py-3 last:border-0">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="text-sm leading-6 font-medium wrap-anywhere">
          {whom}{" "}
          <span className="rounded-full bg-sunken px-2 text-xs font-normal text-quiet">
            {t(`role.${invitation.role}`)}
          </span>
        </p>
        <p className="text-xs leading-5 text-quiet wrap-anywhere">
          {t("invitedBy", {
            person: invitation.createdBy,
            time: format.dateTime(invitation.expiresAt, { dateStyle: "medium", timeStyle: "short" }),
          })}
        </p>
        <Problem>{reason}</Problem>
      </div>
      <Button
        tone="danger"
        disabled={isBusy}
        aria-label={t("revokeFor", { person: whom })}
        onClick={() => void revoke()}
      >
        {t("revoke")}
      </Button>
    </li>
  );
}
