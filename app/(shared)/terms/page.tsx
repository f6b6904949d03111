import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getTranslations } from "next-intl/server";
import { getSiteMessages } from "@/app/site-messages";
import { Markdown } from "@/components/markdown/markdown";
import { HomeLink } from "@/components/ui/home-link";
import { getServices } from "@/lib/server/services";

/** What people accept when they sign up; for everybody. */
export default async function TermsPage() {
  const { name, terms } = (await (await getServices()).site.get()).site;
  if (terms === "") notFound();
  const t = await getTranslations("account.terms");
  const { common, chat, consent, errors, evidence } = await getSiteMessages();
  return (
    <NextIntlClientProvider messages={{ common, chat, consent, errors, evidence }}>
      <main className="mx-auto flex w-full max-w-measure flex-col gap-6 px-4 py-8 sm:px-6">
        <h1 className="text-title wrap-anywhere">{t("title", { site: name })}</h1>
        <Markdown text={terms} isStreaming={false} />
        <div>
          <HomeLink label={name} />
        </div>
      </main>
    </NextIntlClientProvider>
  );
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.terms"))("name") };
}
