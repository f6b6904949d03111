"use client";

import { useTranslations } from "next-intl";
import { signIn } from "@/lib/features/accounts/api";
import { call } from "@/lib/client/request";
import { openAfresh } from "@/lib/client/open-afresh";
import { AccountForm } from "./account-form";
import { EmailField } from "./email-field";
import { EntryLink } from "./entry-link";
import { PasswordField } from "./password-field";

type Props = {
  next: string;
  /** Filled in, where it is known. */
  email: string | null;
  /** Why the person has been sent here. */
  problem: string | null;
};

export function SignInForm({ next, email, problem }: Props) {
  const t = useTranslations("account");
  return (
    <AccountForm
      fields={{ email: "email", password: "text" }}
      send={async (values) => {
        const answer = await call(signIn, {
          body: { email: values("email").trim(), password: values("password") },
        });
        if (!answer.ok && answer.problem?.reason === "waiting") openAfresh("/waiting");
        return answer;
      }}
      byCode={{ unauthenticated: t("signIn.wrong"), forbidden: t("signIn.disabled") }}
      byField={{ email: t("signIn.unconfirmed") }}
      onDone={() => openAfresh(next)}
      problem={problem}
      label={t("signIn.submit")}
      busyLabel={t("signIn.submitting")}
      isWide
    >
      <EmailField known={email} />
      <PasswordField
        label={t("fields.password")}
        name="password"
        aside={
          <span className="text-sm">
            <EntryLink href="/forgot-password">{t("signIn.forgot")}</EntryLink>
          </span>
        }
      />
    </AccountForm>
  );
}
