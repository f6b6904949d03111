import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SettingsPage } from "@/components/admin/settings-page";
import { defaultSettings } from "@/lib/protocol/settings";
import { toolNames } from "@/lib/protocol/tools";
import { readLimits } from "./read-limits";

export default async function AdminPage() {
  const reply = {
    version: 3,
    settings: {
      ...defaultSettings,
      maxIterations: 7,
      modelTiers: { ...defaultSettings.modelTiers, lite: ["openai:gpt-6-luna", "google:gemini-flash-latest"] },
    },
    defaults: defaultSettings,
    updatedAt: 1795200000000,
    updatedBy: "owner",
    providers: [
      { id: "google", name: "Google", key: "environment" as const, models: ["gemini-flash-latest"] },
      { id: "openai", name: "OpenAI", key: "panel" as const, models: ["gpt-6-luna", "gpt-6-sol"] },
      { id: "anthropic", name: "Anthropic", key: "none" as const, models: [] },
      { id: "offline", name: "Offline guide", key: "unneeded" as const, models: ["guide"] },
    ],
    effectiveTiers: {
      main: ["google:gemini-flash-latest", "offline:guide"],
      lite: ["openai:gpt-6-luna", "google:gemini-flash-latest"],
      pro: ["openai:gpt-6-sol"],
      image: [],
      embedding: [],
    },
  };
  return <SettingsPage initial={reply} limits={readLimits()} tools={toolNames} />;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("admin");
  return { title: t("title") };
}
