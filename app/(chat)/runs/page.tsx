import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RunsPage } from "@/components/runs/runs-page";
import { requirePageUser } from "@/lib/http/page-user";
import { runReaders } from "@/lib/features/accounts/shape/admin-access";
import { getServices } from "@/lib/server/services";

type Query = { person?: string | string[]; conversation?: string | string[] };

/** The list itself is asked for by the page, which may be narrowed; the route says who may see whose. */
export default async function Page({ searchParams }: { searchParams: Promise<Query> }) {
  const [user, { person, conversation }] = await Promise.all([requirePageUser(), searchParams]);
  const one = (value: Query[keyof Query]) => (typeof value === "string" ? value : null);
  const own = one(person) ?? user.id;
  const { accounts } = await getServices();
  const mayReadAll = own === user.id && accounts.areThere && runReaders.includes(user.role);
  return <RunsPage person={one(person)} conversation={one(conversation)} mayReadAll={mayReadAll} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("runs");
  return { title: t("title") };
}
