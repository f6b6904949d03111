import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { CollectionPage } from "@/components/library/collection-page";
import { requirePageUser } from "@/lib/http/page-user";
import { idSchema } from "@/lib/protocol/ids";

type Props = { params: Promise<{ id: string }> };

export default async function Page({ params }: Props) {
  const { role } = await requirePageUser();
  const { id } = await params;
  if (!idSchema.safeParse(id).success) notFound();
  return <CollectionPage key={id} collectionId={id} canShare={role === "admin"} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("library");
  return { title: t("title") };
}
