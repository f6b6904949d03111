"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { SettingsReply } from "@/lib/protocol/settings";
import type { ToolName } from "@/lib/protocol/tools";
import { fields } from "./fields";
import type { Limits, Section } from "./fields";
import { ProviderRow } from "./provider-row";
import { SaveBar } from "./save-bar";
import { SettingControl } from "./setting-control";
import { useSettingsForm } from "./use-settings-form";

const sections: readonly Section[] = ["agent", "tools", "models"];

/** All settings by section, with one save bar for everything that is changed. */
export function SettingsPage({ initial, limits, tools }: { initial: SettingsReply; limits: Limits; tools: readonly ToolName[] }) {
  const t = useTranslations();
  const form = useSettingsForm(initial, t("errors.unreachable"));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-8">
        <h1 className="text-2xl font-semibold tracking-tight">{t("admin.title")}</h1>
        <p className="pt-1 text-quiet">{t("admin.intro")}</p>
        <Revision reply={form.reply} />
        <nav aria-label={t("admin.sectionNav")} className="flex gap-1 pt-4">
          {sections.map((section) => (
            <a
              key={section}
              href={`#${section}`}
              className="rounded-lg px-3 py-1.5 pointer-coarse:py-2.5 text-sm text-quiet hover:bg-sunken hover:text-ink first:-ms-3"
            >
              {t(`admin.sections.${section}`)}
            </a>
          ))}
        </nav>
        {sections.map((section) => (
          <SectionFrame key={section} id={section} title={t(`admin.sections.${section}`)}>
            {section === "models" && <Providers reply={form.reply} onKeyChanged={form.reload} />}
            {fields
              .filter((field) => field.section === section)
              .map((field) => (
                <SettingControl key={field.name} field={field} form={form} limits={limits} tools={tools} />
              ))}
          </SectionFrame>
        ))}
        <SaveBar form={form} />
      </div>
    </div>
  );
}

function SectionFrame({ id, title, children }: { id: Section; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`section-${id}`} className="scroll-mt-4 pt-8">
      <h2 id={`section-${id}`} className="border-b border-hairline pb-2 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Providers({ reply, onKeyChanged }: { reply: SettingsReply; onKeyChanged: () => Promise<void> }) {
  const t = useTranslations("admin.providers");
  return (
    <div className="border-b border-hairline pt-5">
      <h3 className="font-medium">{t("title")}</h3>
      <p className="text-sm leading-5 text-quiet">{t("help")}</p>
      <ul className="pt-2">
        {reply.providers.map((provider) => (
          <ProviderRow key={`${provider.id} ${provider.key}`} provider={provider} onKeyChanged={onKeyChanged} />
        ))}
      </ul>
    </div>
  );
}

function Revision({ reply: { version, updatedAt, updatedBy } }: { reply: SettingsReply }) {
  const t = useTranslations("admin");
  const format = useFormatter();
  if (updatedAt === null) return <p className="pt-2 text-xs text-quiet">{t("neverSaved")}</p>;
  const time = format.dateTime(updatedAt, { dateStyle: "medium", timeStyle: "short" });
  return <p className="pt-2 text-xs text-quiet">{t("savedBy", { version, time, person: updatedBy ?? "–" })}</p>;
}
