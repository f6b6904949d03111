import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { RunPage } from "@/components/runs/run-page";
import { isAppError } from "@/lib/errors";
import { requirePageUser } from "@/lib/http/page-user";
import { runReaders } from "@/lib/protocol/admin-access";
import type { RunOverview } from "@/lib/protocol/runs";
import { getServices } from "@/lib/server/services";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ person?: string | string[] }> };

/** One run. Some roles may name whose it is. */
export default async function Page({ params, searchParams }: Props) {
  const [user, { id }, { person }] = await Promise.all([requirePageUser(), params, searchParams]);
  const owner = typeof person === "string" ? person : user.id;
  if (owner !== user.id && !runReaders.includes(user.role)) notFound();
  const overview = await readOverview(owner, id);
  if (overview === null) notFound();
  return <RunPage overview={overview} person={owner === user.id ? null : owner} />;
}

/** `null` where there is no such run. */
async function readOverview(owner: string, id: string): Promise<RunOverview | null> {
  const { runs, traces } = await getServices();
  try {
    return await traces.overview(owner, await runs.getRecord(owner, id));
  } catch (error) {
    if (isAppError(error) && (error.code === "not_found" || error.code === "invalid_request")) return null;
    throw error;
  }
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("runs");
  return { title: t("page.title") };
}
