"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { applyTheme, themes } from "./preferences";
import type { Theme } from "./preferences";

const icons = { system: Monitor, light: Sun, dark: Moon };
export const themeWords = { system: "themeSystem", light: "themeLight", dark: "themeDark" } as const;

export function ThemeSwitch({ initial }: { initial: Theme }) {
  const t = useTranslations("shell");
  const group = useId();
  const [theme, setTheme] = useState(initial);
  const choose = (chosen: Theme): void => {
    setTheme(chosen);
    applyTheme(chosen);
  };
  return (
    <fieldset className="flex rounded-lg bg-sunken p-0.5">
      <legend className="sr-only">{t("theme")}</legend>
      {themes.map((choice) => {
        const Icon = icons[choice];
        return (
          <label key={choice} title={t(themeWords[choice])} className="switch-option">
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={theme === choice}
              onChange={() => choose(choice)}
            />
            <Icon className="size-4" aria-hidden="true" />
            <span className="sr-only">{t(themeWords[choice])}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
