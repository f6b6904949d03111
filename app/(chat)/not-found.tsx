import { getTranslations } from "next-intl/server";
import { BlankPage } from "@/components/shell/blank-page";
import { HomeLink } from "@/components/ui/home-link";

/** Inside the shell, so that the other conversations stay at hand. */
export default async function ConversationNotFound() {
  const t = await getTranslations("errors");
  return (
    <BlankPage title={t("notFoundTitle")} text={t("notFoundText")}>
      <HomeLink label={t("home")} />
    </BlankPage>
  );
}
