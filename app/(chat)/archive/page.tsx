import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ArchivePage } from "@/components/shell/conversations/archive-page";
import { requirePageUser } from "@/lib/http/page-user";
import { conversationsQuerySchema } from "@/lib/protocol/conversations";
import { getServices } from "@/lib/server/services";

export default async function Page() {
  const [user, services] = await Promise.all([requirePageUser(), getServices()]);
  const query = conversationsQuerySchema.parse({ archived: "true" });
  return <ArchivePage initial={await services.runs.listConversations(user.id, query)} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell");
  return { title: t("archivePage") };
}
