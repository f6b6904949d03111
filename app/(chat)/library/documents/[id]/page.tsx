import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { DocumentPage } from "@/components/library/view/document-page";
import { requirePageUser } from "@/lib/http/page-user";
import { idSchema } from "@/lib/protocol/ids";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** A document as it was read, at the place that the address names. */
export default async function Page({ params, searchParams }: Props) {
  await requirePageUser();
  const [{ id }, query] = await Promise.all([params, searchParams]);
  if (!idSchema.safeParse(id).success) notFound();
  const given = Object.entries(query).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const place = new URLSearchParams(given).toString();
  return <DocumentPage key={`${id} ${place}`} documentId={id} query={place} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("library.view");
  return { title: t("title") };
}
