import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LibraryPage } from "@/components/library/library-page";
import { requirePageUser } from "@/lib/http/page-user";

/** The page asks for the collections itself: they change while documents are read. */
export default async function Page() {
  const { role } = await requirePageUser();
  return <LibraryPage canShare={role === "admin"} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("library");
  return { title: t("title") };
}
