"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { PageFrame } from "@/components/admin/page-frame";
import { useLeaveWarning } from "@/components/admin/use-leave-warning";
import { Button } from "@/components/ui/button";
import { Field, FieldErrors, LongField } from "@/components/ui/field";
import { PageRow } from "@/components/ui/page";
import { Segments } from "@/components/ui/segments";
import { showToast } from "@/components/ui/toast";
import { useReason } from "@/components/ui/use-reason";
import { call, type RequestFailure } from "@/lib/client/request";
import { readSiteRecord, saveSite } from "@/lib/features/site/api";
import {
  accents,
  papers,
  siteLimits,
  type Accent,
  type Site,
  type SiteRecord,
} from "@/lib/features/site/shape";
import { MarkField } from "./mark-field";

type Trouble = { text: string; fields: Record<string, string> } | null;

/** What the site is called, looks like and tells people. What is typed outlasts every refusal. */
export function SitePage({ initial, children }: { initial: SiteRecord; children?: ReactNode }) {
  const t = useTranslations("admin.site");
  const { draft, set, save, isSaving, isChanged, trouble, newer, take, keep } = useSiteForm(initial);
  return (
    <PageFrame page="site">
      <FieldErrors value={trouble?.fields ?? {}}>
        <form
          className="flex max-w-2xl flex-col gap-5 pt-6"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Field
            {...{
              label: t("name"),
              name: "name",
              hint: t("nameHelp"),
              maxLength: siteLimits.name,
              required: true,
            }}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
          <div>
            <MarkField mark={draft.mark} error={trouble?.fields["mark"]} onChange={(mark) => set({ mark })} />
            <AccentField accent={draft.accent} onChange={(accent) => set({ accent })} />
          </div>
          <LongField
            {...{ label: t("notice"), name: "notice", hint: t("noticeHelp"), maxLength: siteLimits.notice }}
            value={draft.notice}
            onChange={({ target }) => set({ notice: target.value })}
          />
          <LongField
            {...{
              label: t("terms"),
              name: "terms",
              hint: t("termsHelp"),
              maxLength: siteLimits.terms,
              rows: 10,
            }}
            value={draft.terms}
            onChange={({ target }) => set({ terms: target.value })}
          />
          <div role="alert" className="text-sm text-bad empty:hidden">
            {trouble?.text}
          </div>
          {newer !== null && <Newer {...{ newer, take, keep }} />}
          <Button type="submit" tone="primary" className="self-start" aria-disabled={isSaving || !isChanged}>
            {t(isSaving ? "saving" : "save")}
          </Button>
        </form>
      </FieldErrors>
      {children}
    </PageFrame>
  );
}

type NewerProps = { newer: SiteRecord; take: () => void; keep: () => void };

/** Somebody else saved first. */
function Newer({ newer, take, keep }: NewerProps) {
  const t = useTranslations("admin.site");
  return (
    <div role="alert" className="rounded-lg bg-partly-tint px-3 py-2.5 text-sm">
      <p className="wrap-anywhere">{t("newer", { name: newer.updatedBy ?? t("someone") })}</p>
      <div className="flex flex-wrap gap-2 pt-2">
        <Button onClick={take}>{t("take")}</Button>
        <Button onClick={keep}>{t("keep")}</Button>
      </div>
    </div>
  );
}

function useSiteForm(initial: SiteRecord) {
  const t = useTranslations("admin.site");
  const explain = useReason();
  const router = useRouter();
  const [known, setKnown] = useState(initial);
  const [draft, setDraft] = useState(initial.site);
  const [isSaving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>(null);
  const [newer, setNewer] = useState<SiteRecord | null>(null);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(known.site);
  useLeaveWarning(isChanged);

  /** What has been typed since `sent` stays. */
  const begin = (record: SiteRecord, sent: Site): void => {
    setKnown(record);
    setDraft((now) => (now === sent ? record.site : now));
    setNewer(null);
    setTrouble(null);
  };
  const refuse = async (failure: RequestFailure): Promise<void> => {
    const fields = toFields(failure, {
      ...{ name: t("nameWrong"), mark: t("markWrong") },
      "accent.light": t("colorWrong", { paper: papers.light }),
      "accent.dark": t("colorWrong", { paper: papers.dark }),
    });
    const latest = failure.status === 409 ? await call(readSiteRecord) : null;
    setNewer(latest?.ok === true ? latest.value : null);
    if (latest?.ok === true) setTrouble(null);
    else setTrouble({ fields, text: Object.keys(fields).length > 0 ? t("wrong") : explain(failure) });
  };
  const save = async (version = known.version): Promise<void> => {
    if (isSaving || !isChanged) return;
    setSaving(true);
    const answer = await call(saveSite, { body: { version, site: draft } });
    setSaving(false);
    if (!answer.ok) return refuse(answer);
    begin(answer.value, draft);
    showToast({ text: t("saved") });
    router.refresh();
  };
  return {
    ...{ draft, save: () => save(), isSaving, isChanged, trouble, newer },
    set: (change: Partial<Site>) => setDraft((now) => ({ ...now, ...change })),
    take: () => newer !== null && begin(newer, draft),
    keep: () => newer !== null && void save(newer.version),
  };
}

/** What is wrong by field, in the person's language where it has words. */
function toFields({ problem }: RequestFailure, words: Record<string, string>): Record<string, string> {
  const named = Object.entries(problem?.fields ?? {}).map(([path, said]) => {
    const name = path.replace("site.", "");
    return [name, words[name] ?? said] as const;
  });
  return Object.fromEntries(named);
}

const names = [...(Object.keys(accents) as (keyof typeof accents)[]), "own"] as const;

/** A hue of the list, or a colour for each scheme. */
function AccentField({
  accent,
  onChange,
}: {
  accent: Accent | null;
  onChange: (accent: Accent | null) => void;
}) {
  const t = useTranslations("admin.site");
  const listed = names.find(
    (name) => name !== "own" && JSON.stringify(accents[name]) === JSON.stringify(accent),
  );
  const [isOwn, setOwn] = useState(accent !== null && listed === undefined);
  const shown = accent ?? accents.brass;
  const choose = (name: (typeof names)[number]): void => {
    setOwn(name === "own");
    if (name !== "own") onChange(name === "brass" ? null : accents[name]);
    else onChange(shown);
  };
  return (
    <>
      <PageRow name={t("accent")} help={t("accentHelp")}>
        <Segments
          label={t("accent")}
          value={isOwn ? "own" : (listed ?? "brass")}
          options={names.map((value) => ({ value, name: t(`accents.${value}`) }))}
          onChoose={choose}
        />
      </PageRow>
      {isOwn && (
        <div className="grid gap-3 py-3 sm:grid-cols-2">
          {(["light", "dark"] as const).map((scheme) => (
            <Field
              key={scheme}
              {...{ label: t(scheme), name: `accent.${scheme}`, maxLength: 7, dir: "ltr", spellCheck: false }}
              value={shown[scheme]}
              onChange={({ target }) => onChange({ ...shown, [scheme]: target.value })}
            />
          ))}
        </div>
      )}
    </>
  );
}
