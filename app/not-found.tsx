import { getTranslations } from "next-intl/server";
import { BlankPage } from "@/components/shell/blank-page";
import { HomeLink } from "@/components/ui/home-link";

export default async function NotFound() {
  const t = await getTranslations("errors");
  return (
    <div className="flex min-h-dvh flex-col">
      <BlankPage title={t("notFoundTitle")} text={t("notFoundText")}>
        <HomeLink label={t("home")} />
      </BlankPage>
    </div>
  );
}
