"use client";

import { Command } from "cmdk";
import { Keyboard, Languages, MessageSquare, Monitor, Moon, Settings2, SquarePen, Sun, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ComponentType, ReactNode } from "react";
import { localeNames, locales } from "@/i18n/locales";
import type { ConversationSummary } from "@/lib/protocol/conversations";
import { useLanguageChoice } from "./language-switch";
import { Modal } from "./modal";
import { applyTheme, themes } from "./preferences";
import { themeWords } from "./theme-switch";
import type { SetOverlay } from "./use-overlay";

type Props = { conversations: ConversationSummary[]; isAdmin: boolean; onClose: () => void; onOverlay: SetOverlay };

const themeIcons = { system: Monitor, light: Sun, dark: Moon };

/** Everything by name: conversations, pages, actions. */
export function Palette({ conversations, isAdmin, onClose, onOverlay }: Props) {
  const t = useTranslations("shell");
  const router = useRouter();
  const chooseLanguage = useLanguageChoice();
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Modal
      label={t("palette.label")}
      onClose={onClose}
      className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] rounded-xl border border-hairline bg-raised shadow-float"
    >
      <Command label={t("palette.label")} loop>
        <Command.Input
          placeholder={t("palette.placeholder")}
          className="h-13 w-full border-b border-hairline bg-transparent px-4 outline-none"
        />
        <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-2">
          <Command.Empty className="px-3 py-6 text-center text-sm text-quiet">{t("palette.none")}</Command.Empty>
          <Group heading={t("palette.actions")}>
            <Item icon={SquarePen} name={t("newConversation")} onSelect={run(() => router.push("/"))} />
            <Item icon={Keyboard} name={t("keys")} onSelect={() => onOverlay("shortcuts")} />
          </Group>
          <Group heading={t("palette.pages")}>
            {isAdmin && <Item icon={Settings2} name={t("admin")} onSelect={run(() => router.push("/admin"))} />}
            <Item icon={UserRound} name={t("account.open")} onSelect={run(() => router.push("/account"))} />
          </Group>
          {conversations.length > 0 && (
            <Group heading={t("palette.conversations")}>
              {conversations.map(({ id, title }) => (
                <Item key={id} id={id} icon={MessageSquare} name={title || t("untitled")} onSelect={run(() => router.push(`/c/${id}`))} />
              ))}
            </Group>
          )}
          <Group heading={t("palette.preferences")}>
            {themes.map((theme) => (
              <Item
                key={theme}
                icon={themeIcons[theme]}
                name={t("palette.useTheme", { theme: t(themeWords[theme]) })}
                onSelect={run(() => applyTheme(theme))}
              />
            ))}
            {locales.map((locale) => (
              <Item
                key={locale}
                icon={Languages}
                name={t("palette.useLanguage", { language: localeNames[locale] })}
                onSelect={run(() => chooseLanguage(locale))}
              />
            ))}
          </Group>
        </Command.List>
      </Command>
    </Modal>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-quiet"
    >
      {children}
    </Command.Group>
  );
}

type ItemProps = { id?: string; name: string; icon: ComponentType<{ className?: string }>; onSelect: () => void };

/** Two conversations may have the same name: the id keeps them apart without being searched. */
function Item({ id, name, icon: Icon, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={id ?? name}
      keywords={[name]}
      onSelect={onSelect}
      className="menu-item cursor-pointer data-[selected=true]:bg-sunken"
    >
      <Icon className="size-4 shrink-0 text-quiet" />
      <span className="truncate" dir="auto">
        {name}
      </span>
    </Command.Item>
  );
}
