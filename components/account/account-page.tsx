import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { AccountReply, SessionRow } from "@/lib/protocol/accounts";
import { ChangePasswordForm } from "./change-password-form";
import type { PasswordLength } from "./check-fields";
import { DeleteAccount } from "./delete-account";
import { SessionList } from "./session-list";
import { SignOutEverywhere } from "./sign-out-everywhere";
import { UsageList } from "./usage-list";

/** Who the person is here, what they have used, and what can be done with the account. */
export function AccountPage({
  account,
  sessions,
  passwordLength,
}: {
  account: AccountReply;
  sessions: readonly SessionRow[];
  passwordLength: PasswordLength;
}) {
  const t = useTranslations("account");
  const { email, hasPassword, mode, quota } = account;
  const hasAccount = mode === "accounts" && email !== null;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 pt-8 pb-[max(2rem,env(safe-area-inset-bottom))] sm:px-8">
        <h1 className="text-2xl font-semibold tracking-tight">{t("title")}</h1>
        {hasAccount ? (
          <Identity account={account} email={email} />
        ) : (
          <p className="pt-1 text-quiet">{t("owner")}</p>
        )}
        <Section title={t("usage.title")}>
          <UsageList quota={quota} />
        </Section>
        {hasAccount && (
          <Section title={t("change.title")}>
            {hasPassword ? (
              <ChangePasswordForm email={email} passwordLength={passwordLength} />
            ) : (
              <p className="text-quiet">{t("change.none")}</p>
            )}
          </Section>
        )}
        {hasAccount && (
          <Section title={t("sessions.title")} text={t("sessions.text")}>
            <SessionList sessions={sessions} />
            <SignOutEverywhere />
          </Section>
        )}
        <Section title={t("export.title")} text={t("export.text")}>
          <a
            href="/api/account/export"
            download
            className="inline-flex min-h-9 items-center rounded-lg border border-hairline bg-raised px-3 text-sm font-medium transition-colors duration-150 hover:bg-sunken pointer-coarse:min-h-11"
          >
            {t("export.submit")}
          </a>
        </Section>
        {hasAccount && (
          <Section title={t("deletion.title")} text={t("deletion.text")}>
            <DeleteAccount email={email} hasPassword={hasPassword} />
          </Section>
        )}
      </div>
    </div>
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
    <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1 pt-4">
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

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="pt-8">
      <h2 className="border-b border-hairline pb-2 text-lg font-semibold">{title}</h2>
      {text !== undefined && <p className="pt-3 text-quiet">{text}</p>}
      <div className="pt-3">{children}</div>
    </section>
  );
}
