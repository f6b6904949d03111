import { redirect } from "next/navigation";

type Query = Record<string, string | string[] | undefined>;

/** Where the runs of all people were once. */
export default async function Page({ searchParams }: { searchParams: Promise<Query> }) {
  const asked = Object.entries(await searchParams);
  const kept = asked.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const query = new URLSearchParams(kept).toString();
  redirect(query === "" ? "/admin/runs" : `/admin/runs?${query}`);
}
