"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { applyLook, type Theme } from "@/components/ui/preferences";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { showToast } from "@/components/ui/toast";
import { useReason } from "@/components/ui/use-reason";
import { playSound } from "@/lib/client/play-sound";
import { request } from "@/lib/client/request";
import { densities, sendKeys, switchStates, textSizes } from "@/lib/protocol/look";
import type { Preferences, PreferencesPatch } from "@/lib/protocol/preferences";
import type { Prompt } from "@/lib/protocol/prompts";
import { PromptList } from "./prompt-list";
import { Section } from "./section";

type Props = {
  initial: Preferences;
  prompts: readonly Prompt[];
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
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 pt-8 pb-[max(2rem,env(safe-area-inset-bottom))] sm:px-8">
        <h1 className="text-xl font-semibold">{t("title")}</h1>
        <Instructions value={preferences.instructions} onSave={(instructions) => change({ instructions })} />
        <PromptList initial={prompts} mayShare={isAdmin} />
        <Section title={t("look")}>
          <Row name={t("theme")}>
            <ThemeSwitch initial={theme} />
          </Row>
          <Row name={t("language")}>
            <LanguageSwitch />
          </Row>
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
        </Section>
        {isAdmin && <ModelsLink />}
        <Section title={t("keys")}>
          <Choice
            name={t("sendKey")}
            value={preferences.sendKey}
            options={sendKeys.map((value) => ({ value, label: t(`sendKeys.${value}`) }))}
            onChoose={(sendKey) => void change({ sendKey })}
          />
        </Section>
        <SignalChoices {...{ preferences, hasMail }} onChange={change} />
        <Section title={t("data")}>
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
        </Section>
      </div>
    </div>
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
    <Section title={t("signals")}>
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
    </Section>
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
    const answer = await request<Preferences>("/api/preferences", { method: "PUT", body: patch });
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
    <Section title={t("title")}>
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
    </Section>
  );
}

/** What was entered stays in its field when it could not be saved. */
function Instructions({ value, onSave }: InstructionsProps) {
  const t = useTranslations("settings");
  const box = useRef<HTMLTextAreaElement>(null);
  const save = async (): Promise<void> => {
    if (await onSave(box.current?.value.trim() ?? "")) showToast({ text: t("saved") });
  };
  return (
    <Section title={t("instructions")}>
      <p id="instructions-help" className="pb-2 text-sm leading-5 text-quiet">
        {t("instructionsHelp")}
      </p>
      <textarea
        ref={box}
        dir="auto"
        rows={5}
        maxLength={4_000}
        defaultValue={value}
        aria-label={t("instructions")}
        aria-describedby="instructions-help"
        placeholder={t("instructionsExample")}
        className="text-field h-auto w-full resize-y px-3 py-2 text-base leading-6"
      />
      <div className="mt-2 flex justify-end">
        <Button tone="primary" onClick={() => void save()}>
          {t("save")}
        </Button>
      </div>
    </Section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-t border-hairline py-1">
      <span className="text-sm">{name}</span>
      {children}
    </div>
  );
}

type ChoiceProps<VALUE extends string> = {
  name: string;
  value: VALUE;
  options: { value: VALUE; label: string }[];
  onChoose: (value: VALUE) => void;
};

function Choice<VALUE extends string>({ name, value, options, onChoose }: ChoiceProps<VALUE>) {
  return (
    <fieldset className="flex min-h-12 flex-wrap items-center gap-x-4 border-t border-hairline py-1">
      <legend className="float-start me-auto text-sm">{name}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-9 items-center gap-1.5 text-sm pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChoose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
