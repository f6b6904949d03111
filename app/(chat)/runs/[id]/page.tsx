import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { RunPage } from "@/components/runs/run-page";
import { findOwn } from "@/lib/http/find-own";
import { requirePageUser } from "@/lib/http/page-user";
import { runReaders } from "@/lib/features/accounts/shape/admin-access";
import { getServices } from "@/lib/server/services";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ person?: string | string[] }> };

/** One run. Some roles may name whose it is. */
export default async function Page({ params, searchParams }: Props) {
  const [user, { id }, query] = await Promise.all([requirePageUser(), params, searchParams]);
  const owner = typeof query.person === "string" ? query.person : user.id;
  if (owner !== user.id && !runReaders.includes(user.role)) notFound();
  const { accounts, runs, traces, readClientSettings } = await getServices();
  const overview = await findOwn(async () =>
    traces.overview(owner, await runs.getRecord(owner, id), owner === user.id),
  );
  if (overview === null) notFound();
  const choices = await readClientSettings(user);
  const person = owner === user.id ? null : { id: owner, name: await traces.nameOf(owner) };
  const mayBeShared = accounts.areThere;
  return <RunPage {...{ overview, person, choices, mayBeShared }} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("runs");
  return { title: t("page.title") };
}
