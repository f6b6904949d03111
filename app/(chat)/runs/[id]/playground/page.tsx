import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PlaygroundPage } from "@/components/runs/playground-page";
import { findOwn } from "@/lib/http/find-own";
import { requirePageUser } from "@/lib/http/page-user";
import { getServices } from "@/lib/server/services";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ call?: string | string[] }> };

/** A call of one of the person's own runs, to be edited and made once more. */
export default async function Page({ params, searchParams }: Props) {
  const [user, { id }, { call }] = await Promise.all([requirePageUser(), params, searchParams]);
  const { runs, traces, readClientSettings } = await getServices();
  const recorded = await findOwn(async () => {
    const trace = await traces.read(user.id, await runs.getRecord(user.id, id), false);
    return runs.getCall(trace, Number(call));
  });
  if (recorded === null) notFound();
  const { models, allowModelChoice, allowStyleOverride } = await readClientSettings(user);
  const choices = { models, allowModelChoice, allowStyleOverride };
  return <PlaygroundPage runId={id} recorded={recorded} choices={choices} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("runs");
  return { title: t("playground.title") };
}
