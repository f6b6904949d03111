import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EntryLink } from "@/components/account/entry-link";
import { EntryPage } from "@/components/account/entry-page";
import { ProviderButtons } from "@/components/account/provider-buttons";
import { toAddress, toSafePath } from "@/components/account/safe-path";
import { SignUpForm } from "@/components/account/sign-up-form";
import { passwordLength } from "@/lib/features/accounts/shape/accounts";
import { readQuery } from "@/app/(account)/(entry)/entry-query";
import type { EntryProps } from "@/app/(account)/(entry)/entry-query";
import { requireStranger } from "@/app/(account)/(entry)/require-stranger";

export default async function SignUpPage({ searchParams }: EntryProps) {
  const { next: wanted, invitation } = await readQuery(searchParams);
  const next = toSafePath(wanted);
  const options = await requireStranger(next);
  const t = await getTranslations("account.signUp");
  const invited = invitation === undefined ? {} : { invitation };
  return (
    <EntryPage
      title={t(options.isFirstAccount ? "titleFirst" : "title")}
      text={t(toIntro(options.isFirstAccount, invitation !== undefined))}
    >
      <SignUpForm next={next} passwordLength={passwordLength} {...invited} />
      <ProviderButtons options={options} next={next} {...invited} />
      {!options.isFirstAccount && (
        <p className="text-quiet">
          {t("hasAccount")}{" "}
          <EntryLink href={toAddress("/sign-in", { next: next === "/" ? undefined : next })}>
            {t("toSignIn")}
          </EntryLink>
        </p>
      )}
    </EntryPage>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.signUp");
  return { title: t("title"), robots: { index: false } };
}

function toIntro(isFirst: boolean, isInvited: boolean) {
  if (isFirst) return "introFirst";
  return isInvited ? "introInvited" : "intro";
}
