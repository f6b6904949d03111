"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { applyLook, type Theme } from "@/components/ui/preferences";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { showToast } from "@/components/ui/toast";
import { useReason } from "@/components/ui/use-reason";
import { Page, PageRow, PageSection } from "@/components/ui/page";
import { Segments } from "@/components/ui/segments";
import { playSound } from "@/lib/client/play-sound";
import { changePreferences } from "@/lib/features/preferences/api";
import { call } from "@/lib/client/request";
import { densities, sendKeys, switchStates, textSizes } from "@/lib/protocol/look";
import type { Preferences, PreferencesPatch } from "@/lib/features/preferences/shape";
import type { Prompt } from "@/lib/features/prompts/shape";
import { PromptList } from "./prompt-list";

type Props = {
  initial: Preferences;
  prompts: Prompt[];
  /** An administrator may write prompts that everybody has, and sets models and keys. */
  isAdmin: boolean;
  theme: Theme;
  /** Mail is set up here. */
  hasMail: boolean;
};

/** What a person sets for themselves: what answers keep to, prompts, how pages look, the keys, their data. */
export function SettingsPage({ initial, prompts, isAdmin, theme, hasMail }: Props) {
  const t = useTranslations("settings");
  const { preferences, change } = usePreferences(initial);
  return (
    <Page title={t("title")} help={t("help")}>
      <Instructions value={preferences.instructions} onSave={(instructions) => change({ instructions })} />
      <PromptList initial={{ prompts }} mayShare={isAdmin} />
      <PageSection title={t("look")}>
        <PageRow name={t("theme")}>
          <ThemeSwitch initial={theme} />
        </PageRow>
        <PageRow name={t("language")}>
          <LanguageSwitch />
        </PageRow>
        <Choice
          name={t("textSize")}
          value={preferences.textSize}
          options={textSizes.map((value) => ({ value, label: t(`textSizes.${value}`) }))}
          onChoose={(textSize) => void change({ textSize })}
        />
        <Choice
          name={t("density")}
          value={preferences.density}
          options={densities.map((value) => ({ value, label: t(`densities.${value}`) }))}
          onChoose={(density) => void change({ density })}
        />
      </PageSection>
      {isAdmin && <ModelsLink />}
      <PageSection title={t("keys")}>
        <Choice
          name={t("sendKey")}
          value={preferences.sendKey}
          options={sendKeys.map((value) => ({ value, label: t(`sendKeys.${value}`) }))}
          onChoose={(sendKey) => void change({ sendKey })}
        />
      </PageSection>
      <SignalChoices {...{ preferences, hasMail }} onChange={change} />
      <PageSection title={t("data")}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 py-2 text-sm">
          {(["workflows", "runs", "memory", "archive", "library", "account"] as const).map((name) => (
            <li key={name}>
              <Link
                href={name === "workflows" ? "/settings/workflows" : `/${name}`}
                prefetch={false}
                className="text-accent underline underline-offset-3 pointer-coarse:inline-block pointer-coarse:py-3"
              >
                {t(`pages.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </PageSection>
    </Page>
  );
}

type SignalChoicesProps = {
  preferences: Preferences;
  hasMail: boolean;
  onChange: (patch: PreferencesPatch) => Promise<boolean>;
};

/** All are off until the person wants them; the browser is asked for notices when they are switched on. */
function SignalChoices({ preferences, hasMail, onChange }: SignalChoicesProps) {
  const t = useTranslations("settings");
  const options = switchStates.map((value) => ({ value, label: t(`switch.${value}`) }));
  const chooseSound = (answerSound: (typeof switchStates)[number]) => {
    if (answerSound === "on") void playSound();
    void onChange({ answerSound });
  };
  const chooseNotices = async (notices: (typeof switchStates)[number]) => {
    const isAllowed = notices === "off" || (await askForNotices());
    if (isAllowed) void onChange({ notices });
    else showToast({ text: t("noticesBlocked"), isFailure: true });
  };
  return (
    <PageSection title={t("signals")}>
      <Choice
        name={t("answerSound")}
        value={preferences.answerSound}
        options={options}
        onChoose={chooseSound}
      />
      <Choice
        name={t("notices")}
        value={preferences.notices}
        options={options}
        onChoose={(notices) => void chooseNotices(notices)}
      />
      {hasMail && (
        <Choice
          name={t("waitingMail")}
          value={preferences.waitingMail}
          options={options}
          onChoose={(waitingMail) => void onChange({ waitingMail })}
        />
      )}
    </PageSection>
  );
}

async function askForNotices(): Promise<boolean> {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

/** Shown at once; what the server does not take is put back, and said. */
function usePreferences(initial: Preferences) {
  const t = useTranslations("settings");
  const explain = useReason();
  const [preferences, setPreferences] = useState(initial);
  const show = (next: Preferences): void => {
    setPreferences(next);
    applyLook(next);
  };
  const change = async (patch: PreferencesPatch): Promise<boolean> => {
    const before = preferences;
    show({ ...before, ...(patch as Partial<Preferences>) });
    const answer = await call(changePreferences, { body: patch });
    if (answer.ok) return true;
    show(before);
    showToast({ text: `${t("notSaved")} ${explain(answer)}`, isFailure: true });
    return false;
  };
  return { preferences, change };
}

type InstructionsProps = { value: string; onSave: (value: string) => Promise<boolean> };

/** They are the whole site's, so they are set elsewhere. */
function ModelsLink() {
  const t = useTranslations("settings.models");
  return (
    <PageSection title={t("title")}>
      <p className="pb-2 text-sm leading-5 text-quiet">
        {t("help")}{" "}
        <Link
          href="/admin/models"
          prefetch={false}
          className="text-accent underline underline-offset-3 pointer-coarse:inline-block pointer-coarse:py-3"
        >
          {t("action")}
        </Link>
      </p>
    </PageSection>
  );
}

/** Saves itself when it is left; what could not be saved stays in the field. */
function Instructions({ value, onSave }: InstructionsProps) {
  const t = useTranslations("settings");
  const saved = useRef(value);
  const [isSaved, setSaved] = useState(false);
  const save = async (text: string): Promise<void> => {
    if (text === saved.current || !(await onSave(text))) return;
    saved.current = text;
    setSaved(true);
  };
  return (
    <PageSection title={t("instructions")}>
      <textarea
        dir="auto"
        rows={5}
        maxLength={4_000}
        defaultValue={value}
        aria-label={t("instructions")}
        aria-describedby="instructions-help"
        placeholder={t("instructionsExample")}
        onChange={() => setSaved(false)}
        onBlur={({ target }) => void save(target.value.trim())}
        className="text-field h-auto w-full resize-y px-3 py-2 text-base leading-6"
      />
      <div className="flex justify-between gap-4 pt-1 text-small">
        <p id="instructions-help" className="text-quiet">
          {t("instructionsHelp")}
        </p>
        <p role="status" className="shrink-0 text-good">
          {isSaved && t("saved")}
        </p>
      </div>
    </PageSection>
  );
}

type ChoiceProps<VALUE extends string> = {
  name: string;
  value: VALUE;
  options: { value: VALUE; label: string }[];
  onChoose: (value: VALUE) => void;
};

function Choice<VALUE extends string>({ name, value, options, onChoose }: ChoiceProps<VALUE>) {
  const segments = options.map((option) => ({ value: option.value, name: option.label }));
  return (
    <PageRow name={name}>
      <Segments label={name} value={value} options={segments} onChoose={onChoose} />
    </PageRow>
  );
}
