"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { adminPages } from "@/lib/features/accounts/shape/admin-access";
import type { SettingsReply } from "@/lib/protocol/settings";
import { settingFields, type SettingName, type SettingsSection } from "@/lib/protocol/settings-fields";
import { PageFrame, PageSection } from "@/components/admin/page-frame";
import { SettingFields } from "@/components/admin/setting-control";
import { isSame, type SettingValue } from "@/components/admin/setting-paths";
import { useSettingWords } from "@/components/admin/use-setting-words";
import { useSettings } from "@/components/admin/use-settings";

const sections = [
  "answers",
  "plans",
  "choices",
  "limits",
  "failures",
  "recording",
] as const satisfies readonly SettingsSection[];
type Section = (typeof sections)[number];

/** How the agent answers, what people may choose and use, and what of it is not as it comes. */
export function AgentPage() {
  const t = useTranslations("admin");
  const { form } = useSettings();
  return (
    <PageFrame page="agent" aside={<Revision reply={form.reply} />}>
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_15rem] lg:gap-12">
        <div className="min-w-0">
          {sections.map((section) => (
            <PageSection
              key={section}
              isFoldable={section !== sections[0]}
              title={t(`sections.${section}.name`)}
              help={t(`sections.${section}.help`)}
            >
              <span id={section} className="block scroll-mt-24" />
              <SettingFields section={section} />
            </PageSection>
          ))}
        </div>
        <SideList />
      </div>
    </PageFrame>
  );
}

/** The parts of the page, and below each what is not as it comes. */
function SideList() {
  const t = useTranslations("admin");
  const { valueOf } = useSettingWords();
  const { draft, reply } = useSettings().form;
  const changed = (Object.keys(settingFields) as SettingName[]).filter(
    (name) => isListed(settingFields[name].section) && !isSame(draft[name], reply.defaults[name]),
  );
  return (
    <div className="sticky top-6 hidden max-h-[calc(100dvh-6rem)] gap-6 self-start overflow-y-auto pt-8 text-sm lg:grid">
      <nav aria-label={t("sideList.contents")}>
        <ul>
          {sections.map((section) => (
            <li key={section}>
              <a
                href={`#${section}`}
                className="flex min-h-8 items-center justify-between gap-2 rounded-lg px-2 text-soft hover:bg-sunken hover:text-ink"
              >
                {t(`sections.${section}.name`)}
                {changed.some((name) => settingFields[name].section === section) && (
                  <span className="size-1.5 rounded-full bg-mark" aria-hidden="true" />
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="differs">
        <h2 id="differs" className="px-2 pb-1 text-small font-medium text-quiet">
          {t("sideList.differs")}
        </h2>
        {changed.length === 0 && <p className="px-2 text-small text-quiet">{t("sideList.nothing")}</p>}
        <ul>
          {changed.map((name) => (
            <li key={name}>
              <a
                href={`#${name}`}
                className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 rounded-lg px-2 py-1 hover:bg-sunken"
              >
                {t(`fields.${name}.name`)}
                <span className="text-quiet">{valueOf(name, draft[name] as SettingValue)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const isListed = (section: SettingsSection): section is Section => sections.some((each) => each === section);

function Revision({ reply: { version, updatedAt, updatedBy } }: { reply: SettingsReply }) {
  const t = useTranslations("admin");
  const format = useFormatter();
  if (updatedAt === null) return <p className="text-small text-quiet">{t("neverSaved")}</p>;
  const time = format.dateTime(updatedAt, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Link
      href={adminPages.history.href}
      prefetch={false}
      className="text-small text-quiet underline underline-offset-4 hover:text-ink"
    >
      {t("savedBy", { version, time, person: updatedBy ?? "–" })}
    </Link>
  );
}
