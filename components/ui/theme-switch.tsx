"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { applyTheme, themes } from "./preferences";
import type { Theme } from "./preferences";
import { Segments } from "./segments";

const icons = { system: Monitor, light: Sun, dark: Moon };
export const themeWords = { system: "themeSystem", light: "themeLight", dark: "themeDark" } as const;

export function ThemeSwitch({ initial }: { initial: Theme }) {
  const t = useTranslations("shell");
  const [theme, setTheme] = useState(initial);
  const choose = (chosen: Theme): void => {
    setTheme(chosen);
    applyTheme(chosen);
  };
  const options = themes.map((value) => {
    const Icon = icons[value];
    return { value, name: t(themeWords[value]), sign: <Icon className="size-4" /> };
  });
  return <Segments label={t("theme")} value={theme} options={options} onChoose={choose} />;
}
