import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { EntryLink } from "@/components/account/entry-link";
import { EntryPage } from "@/components/account/entry-page";
import { toSafePath } from "@/components/account/safe-path";
import { SignUp } from "@/components/account/sign-up";
import { passwordLength, type InvitationView } from "@/lib/features/accounts/shape/accounts";
import { toPublicSite } from "@/lib/features/site/shape";
import { getServices } from "@/lib/server/services";
import { readQuery } from "@/app/(account)/(entry)/entry-query";
import type { EntryProps } from "@/app/(account)/(entry)/entry-query";
import { requireStranger } from "@/app/(account)/(entry)/require-stranger";

/** An invitation that cannot work says so before anything is typed. */
export default async function SignUpPage({ searchParams }: EntryProps) {
  const { next: wanted, invitation: token } = await readQuery(searchParams);
  const next = toSafePath(wanted);
  const options = await requireStranger(next);
  const { auth, site } = await getServices();
  const view = token === undefined ? null : await auth.findInvitation(token);
  if (token !== undefined && view?.state !== "open") return <DeadInvitation view={view} />;
  const { name, hasTerms } = toPublicSite(await site.get());
  const invited = token === undefined || view === null ? null : { token, view };
  return <SignUp {...{ options, next, invited, passwordLength }} site={{ name, hasTerms }} />;
}

async function DeadInvitation({ view }: { view: InvitationView | null }) {
  const t = await getTranslations("account.invitation");
  const format = await getFormatter();
  const { state = "gone", usedAt = null, inviter = null } = view ?? {};
  const text = {
    used:
      usedAt === null
        ? t("usedText")
        : t("usedOn", { date: format.dateTime(new Date(usedAt), { dateStyle: "medium" }) }),
    expired: inviter === null ? t("askAdmin") : t("askInviter", { inviter }),
    gone: t("goneText"),
    open: "",
  }[state];
  return (
    <EntryPage title={t(state === "open" ? "gone" : state)} text={text}>
      <p>
        <EntryLink href="/sign-in">{t("toSignIn")}</EntryLink>
      </p>
    </EntryPage>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.signUp");
  return { title: t("title"), referrer: "no-referrer", robots: { index: false } };
}
