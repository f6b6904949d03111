import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { RunPage } from "@/components/runs/run-page";
import { findOwn } from "@/lib/http/find-own";
import { requirePageUser } from "@/lib/http/page-user";
import { runReaders } from "@/lib/protocol/admin-access";
import { getServices } from "@/lib/server/services";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ person?: string | string[] }> };

/** One run. Some roles may name whose it is. */
export default async function Page({ params, searchParams }: Props) {
  const [user, { id }, { person }] = await Promise.all([requirePageUser(), params, searchParams]);
  const owner = typeof person === "string" ? person : user.id;
  if (owner !== user.id && !runReaders.includes(user.role)) notFound();
  const { runs, traces, readClientSettings } = await getServices();
  const overview = await findOwn(async () => traces.overview(owner, await runs.getRecord(owner, id)));
  if (overview === null) notFound();
  const choices = await readClientSettings(user);
  return <RunPage overview={overview} person={owner === user.id ? null : owner} choices={choices} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("runs");
  return { title: t("page.title") };
}
