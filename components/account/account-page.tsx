import { LinkButton } from "@/components/ui/button";
import { useFormatter, useTranslations } from "next-intl";
import { Page, PageSection } from "@/components/ui/page";
import type { AccountReply, SessionRow } from "@/lib/features/accounts/shape/accounts";
import { ChangePasswordForm } from "./change-password-form";
import type { PasswordLength } from "./check-fields";
import { DeleteAccount } from "./delete-account";
import { SessionList } from "./session-list";
import { SignOutEverywhere } from "./sign-out-everywhere";
import { UsageList } from "./usage-list";
import { exportAccount } from "@/lib/features/accounts/api";
import { UsageMonth } from "./usage-month";
import { toPath } from "@/lib/protocol/endpoint";

/** What the person has used, who they are here, and what can be done with the account. */
export function AccountPage({
  account,
  sessions,
  passwordLength,
}: {
  account: AccountReply;
  sessions: SessionRow[];
  passwordLength: PasswordLength;
}) {
  const t = useTranslations("account");
  const { email, hasPassword, mode, quota } = account;
  const hasAccount = mode === "accounts" && email !== null;
  return (
    <Page title={t("usage.title")} {...(!hasAccount && { help: t("owner") })}>
      <PageSection title={t("usage.month")} help={t("usage.monthText")}>
        <UsageMonth />
      </PageSection>
      <PageSection title={t("usage.now")}>
        <UsageList quota={quota} />
      </PageSection>
      {hasAccount && (
        <PageSection title={t("account")}>
          <Identity account={account} email={email} />
        </PageSection>
      )}
      {hasAccount && (
        <PageSection title={t("change.title")}>
          {hasPassword ? (
            <ChangePasswordForm email={email} passwordLength={passwordLength} />
          ) : (
            <p className="text-quiet">{t("change.none")}</p>
          )}
        </PageSection>
      )}
      {hasAccount && (
        <PageSection title={t("sessions.title")} help={t("sessions.text")}>
          <SessionList sessions={sessions} />
          <SignOutEverywhere />
        </PageSection>
      )}
      <PageSection title={t("export.title")} help={t("export.text")}>
        <LinkButton href={toPath(exportAccount)} download>
          {t("export.submit")}
        </LinkButton>
      </PageSection>
      {hasAccount && (
        <PageSection title={t("deletion.title")} help={t("deletion.text")}>
          <DeleteAccount email={email} hasPassword={hasPassword} />
        </PageSection>
      )}
    </Page>
  );
}

function Identity({ account, email }: { account: AccountReply; email: string }) {
  const t = useTranslations("account");
  const format = useFormatter();
  const rows = [
    [t("fields.name"), account.name],
    [t("fields.email"), email],
    [t("fields.role"), t(`roles.${account.role}`)],
    [t("fields.since"), format.dateTime(account.createdAt, { dateStyle: "long" })],
  ];
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1">
      {rows.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-quiet">{name}</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
