import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { EntryLink } from "@/components/account/entry-link";
import { EntryPage } from "@/components/account/entry-page";
import { ProviderButtons } from "@/components/account/provider-buttons";
import { toAddress, toSafePath } from "@/components/account/safe-path";
import { SignInForm } from "@/components/account/sign-in-form";
import { toPublicSite } from "@/lib/features/site/shape";
import { getServices } from "@/lib/server/services";
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
  const { auth, site } = await getServices();
  const { name, hasTerms } = toPublicSite(await site.get());
  if (query.error === "account_disabled")
    return (
      <EntryPage title={t("disabled.title")} text={t("disabled.text", { site: name })}>
        <p>
          <EntryLink href="/sign-in">{t("disabled.other")}</EntryLink>
        </p>
      </EntryPage>
    );
  const email = query.confirm === undefined ? null : await auth.findConfirming(await headers());
  return (
    <EntryPage title={t("signIn.title")} {...(query.confirm !== undefined && { text: t("signIn.confirm") })}>
      <SignInForm
        next={next}
        email={email}
        problem={query.error === undefined ? null : t(toProblemWord(query.error))}
      />
      <ProviderButtons {...{ options, next, hasTerms }} />
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
    case "terms_needed":
      return "signUp.termsNeeded";
    case "account_not_linked":
      return "providers.taken";
    case "invalid_token":
      return "signIn.badLink";
    default:
      return "providers.failed";
  }
}
