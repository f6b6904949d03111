"use client";

import { useTranslations } from "next-intl";
import { useContext, useRef, useState } from "react";
import { call } from "@/lib/client/request";
import { openAfresh } from "@/lib/client/open-afresh";
import { Field, FieldErrors } from "@/components/ui/field";
import { signUp } from "@/lib/features/accounts/api";
import type { InvitationView, SignInOptions } from "@/lib/features/accounts/shape/accounts";
import { AccountForm } from "./account-form";
import { CheckMail } from "./check-mail";
import type { PasswordLength } from "./check-fields";
import { EmailField } from "./email-field";
import { EntryLink, toTermsLink } from "./entry-link";
import { EntryPage } from "./entry-page";
import { PasswordField } from "./password-field";
import { ProviderButtons } from "./provider-buttons";
import { toAddress } from "./safe-path";

type Props = {
  options: SignInOptions;
  next: string;
  /** What an open invitation says, and the token of its link. */
  invited: { token: string; view: InvitationView } | null;
  site: { name: string; hasTerms: boolean };
  passwordLength: PasswordLength;
};

/** An account is made, or waits for its mail; what was typed stays for another address. */
export function SignUp(props: Props) {
  const t = useTranslations("account");
  const form = useRef<HTMLDivElement>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const heads = useHeads(props);
  const { options, next, invited, site } = props;
  const isFixed = invited !== null && invited.view.email !== null;
  const change = (): void => {
    setSentTo(null);
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>("[name=email]")?.select());
  };
  return (
    <EntryPage {...(sentTo === null ? heads : { title: t("checkMail.title") })}>
      {sentTo !== null && <CheckMail email={sentTo} onChange={isFixed ? null : change} />}
      <div ref={form} hidden={sentTo !== null}>
        <div className="flex flex-col gap-5">
          {invited !== null && invited.view.line !== "" && (
            <p dir="auto" className="text-soft wrap-anywhere">
              “{invited.view.line}”
            </p>
          )}
          <SignUpForm {...props} onSent={setSentTo} />
          <ProviderButtons
            {...{ options, next, hasTerms: site.hasTerms }}
            {...(invited !== null && { invitation: invited.token })}
          />
          {!options.isFirstAccount && (
            <p className="text-quiet">
              {t("signUp.hasAccount")}{" "}
              <EntryLink href={toAddress("/sign-in", { next: next === "/" ? undefined : next })}>
                {t("signUp.toSignIn")}
              </EntryLink>
            </p>
          )}
        </div>
      </div>
    </EntryPage>
  );
}

function useHeads({ options, invited, site }: Props): { title: string; text: string } {
  const t = useTranslations("account");
  if (invited === null)
    return options.isFirstAccount
      ? { title: t("signUp.titleFirst"), text: t("signUp.introFirst") }
      : { title: t("signUp.title"), text: t("signUp.intro") };
  const { inviter, role } = invited.view;
  return {
    title: inviter === null ? t("signUp.join", { site: site.name }) : t("signUp.titleInvited", { inviter }),
    text: t("signUp.introRole", { site: site.name, role: t(`roles.${role}`) }),
  };
}

function SignUpForm({
  next,
  invited,
  site,
  passwordLength,
  onSent,
}: Props & { onSent: (email: string) => void }) {
  const t = useTranslations("account");
  const accept = (value: string) => (value === "on" ? null : t("signUp.termsNeeded"));
  return (
    <AccountForm
      fields={{
        ...{ name: "text", email: "email", password: passwordLength },
        ...(site.hasTerms && { acceptsTerms: accept }),
      }}
      send={(values) =>
        call(signUp, {
          body: {
            name: values("name").trim(),
            email: values("email").trim(),
            password: values("password"),
            ...(invited !== null && { invitation: invited.token }),
            ...(site.hasTerms && { acceptsTerms: true }),
          },
        })
      }
      byCode={{ forbidden: t("signUp.refused") }}
      byField={{ acceptsTerms: t("signUp.termsNeeded") }}
      onDone={({ status }, values) =>
        status === "confirm" ? onSent(values("email").trim()) : openAfresh(next)
      }
      label={invited === null ? t("signUp.submit") : t("signUp.join", { site: site.name })}
      busyLabel={t("signUp.submitting")}
      isWide
    >
      <EmailField
        known={invited?.view.email ?? null}
        {...(typeof invited?.view.email === "string" && { fixedBy: t("signUp.addressFixed") })}
      />
      <Field label={t("fields.name")} name="name" autoComplete="name" required maxLength={100} />
      <PasswordField label={t("fields.password")} name="password" length={passwordLength} />
      {site.hasTerms && <TermsField />}
    </AccountForm>
  );
}

function TermsField() {
  const t = useTranslations("account.signUp");
  const error = useContext(FieldErrors)["acceptsTerms"];
  return (
    <div className="text-sm leading-5">
      <label className="flex items-start gap-2 pointer-coarse:min-h-11 pointer-coarse:items-center">
        <input
          type="checkbox"
          name="acceptsTerms"
          className="mt-0.5 size-4 shrink-0 accent-ink"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : "terms-needed"}
        />
        <span>{t.rich("acceptTerms", { terms: toTermsLink })}</span>
      </label>
      {error !== undefined && (
        <p id="terms-needed" role="alert" className="pt-1 text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
