import type { Metadata } from "next";
import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { SettingsPage } from "@/components/settings/settings-page";
import { themeCookie, toTheme } from "@/components/ui/preferences";
import { requirePageUser } from "@/lib/http/page-user";
import { getServices } from "@/lib/server/services";

/** What a person sets for themselves. */
export default async function Page() {
  const [user, services, jar] = await Promise.all([requirePageUser(), getServices(), cookies()]);
  const [preferences, prompts, { mail: hasMail }] = await Promise.all([
    services.preferences.read(user.id),
    services.prompts.list(user.id),
    services.auth.signInOptions(),
  ]);
  const theme = toTheme(jar.get(themeCookie)?.value);
  const isAdmin = user.role === "admin";
  return <SettingsPage initial={preferences} {...{ prompts, isAdmin, theme, hasMail }} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("title") };
}
