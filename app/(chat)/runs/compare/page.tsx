import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ComparePage } from "@/components/runs/compare-page";
import { findOwn } from "@/lib/http/find-own";
import { requirePageUser } from "@/lib/http/page-user";
import { getServices } from "@/lib/server/services";

type Query = { a?: string | string[]; b?: string | string[] };

/** Two of the person's own runs. */
export default async function Page({ searchParams }: { searchParams: Promise<Query> }) {
  const [user, { a, b }] = await Promise.all([requirePageUser(), searchParams]);
  if (typeof a !== "string" || typeof b !== "string") notFound();
  const { runs, traces } = await getServices();
  const comparison = await findOwn(async () => {
    const [one, other] = await Promise.all([runs.getRecord(user.id, a), runs.getRecord(user.id, b)]);
    return traces.compare(user.id, one, other);
  });
  if (comparison === null) notFound();
  const t = await getTranslations("admin.fields");
  const toName = (name: string) => {
    const key = `${name}.name` as "temperature.name";
    return t.has(key) ? t(key) : name;
  };
  const settings = comparison.settings.map((one) => ({ ...one, name: toName(one.name) }));
  return <ComparePage comparison={{ ...comparison, settings }} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("runs.compare");
  return { title: t("title") };
}
