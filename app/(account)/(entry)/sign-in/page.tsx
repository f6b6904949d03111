import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { EntryLink } from "@/components/account/entry-link";
import { EntryPage } from "@/components/account/entry-page";
import { ProviderButtons } from "@/components/account/provider-buttons";
import { toAddress, toSafePath } from "@/components/account/safe-path";
import { SignInForm } from "@/components/account/sign-in-form";
import { readQuery } from "@/app/(account)/(entry)/entry-query";
import type { EntryProps } from "@/app/(account)/(entry)/entry-query";
import { requireStranger } from "@/app/(account)/(entry)/require-stranger";

/** Where there is no account yet, there is nothing to sign in to: the first one is made instead. */
export default async function SignInPage({ searchParams }: EntryProps) {
  const query = await readQuery(searchParams);
  const next = toSafePath(query.next);
  const options = await requireStranger(next);
  const toSignUp = toAddress("/sign-up", { next: next === "/" ? undefined : next });
  if (options.isFirstAccount && query.error === undefined) redirect(toSignUp);
  const t = await getTranslations("account");
  return (
    <EntryPage title={t("signIn.title")} {...(query.confirm !== undefined && { text: t("signIn.confirm") })}>
      <SignInForm next={next} problem={query.error === undefined ? null : t(toProblemWord(query.error))} />
      <ProviderButtons options={options} next={next} />
      <p className="text-quiet">
        {t("signIn.noAccount")} <EntryLink href={toSignUp}>{t("signIn.toSignUp")}</EntryLink>
      </p>
    </EntryPage>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.signIn");
  return { title: t("title"), robots: { index: false } };
}

/** With which word a visit to a provider or a link from a mail came back. */
function toProblemWord(error: string) {
  switch (error) {
    case "access_denied":
      return "providers.cancelled";
    case "sign_up_refused":
      return "providers.refused";
    case "account_not_linked":
      return "providers.taken";
    case "account_disabled":
      return "signIn.disabled";
    case "invalid_token":
      return "signIn.badLink";
    default:
      return "providers.failed";
  }
}
