import {
  Archive,
  BookMarked,
  ChartColumn,
  Keyboard,
  Languages,
  LibraryBig,
  MessageCircleDashed,
  MessageSquare,
  MessageSquareText,
  Monitor,
  Moon,
  Settings2,
  SlidersHorizontal,
  SquarePen,
  Sun,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { localeNames, locales } from "@/i18n/locales";
import { temporaryAddress } from "@/lib/client/conversation/temporary";
import type { OpenConversation } from "@/lib/client/open-conversation";
import type { ConversationSummary, FoundConversation } from "@/lib/protocol/conversations";
import { useLanguageChoice } from "@/components/ui/language-switch";
import { isTitleMatch } from "@/components/shell/conversations/match-titles";
import { applyTheme, themes } from "@/components/ui/preferences";
import { themeWords } from "@/components/ui/theme-switch";
import { toFoundAddress } from "@/components/shell/conversations/to-found-address";
import { useOpenEntries } from "./use-open-entries";
import type { PaletteActions, PaletteEntry } from "./palette-entry";

export type PaletteGroup = { id: string; heading: string; entries: PaletteEntry[] };

type Options = PaletteActions & {
  text: string;
  open: OpenConversation | null;
  conversations: readonly ConversationSummary[];
  found: readonly FoundConversation[];
  isAdmin: boolean;
};

const themeIcons = { system: Monitor, light: Sun, dark: Moon };

/**
 * What the palette lists for a text, all without one: actions, pages, conversations and preferences whose
 * names match, then what a search found in the words of conversations. Empty groups are left out.
 */
export function usePaletteGroups({ text, found, ...named }: Options): PaletteGroup[] {
  const inWords = useFoundGroup(found, named);
  const groups = useNamedGroups(named).map((group) => ({
    ...group,
    entries: group.entries.filter(({ name }) => isListed(name, text)),
  }));
  return [...groups, inWords].filter(({ entries }) => entries.length > 0);
}

function isListed(name: string, text: string): boolean {
  return text.trim() === "" || isTitleMatch(name, text);
}

type NamedOptions = Omit<Options, "text" | "found">;

function useNamedGroups({ open, conversations, isAdmin, onClose, onOverlay }: NamedOptions): PaletteGroup[] {
  const t = useTranslations("shell");
  const router = useRouter();
  const toPage = (address: string) => () => {
    onClose();
    router.push(address);
  };
  const ofOpen = useOpenEntries({ open, onClose, onOverlay });
  const actions: PaletteEntry[] = [
    { id: "new", icon: SquarePen, name: t("newConversation"), choose: toPage("/") },
    {
      id: "temporary",
      icon: MessageCircleDashed,
      name: t("temporaryChat"),
      choose: toPage(temporaryAddress),
    },
    { id: "keys", icon: Keyboard, name: t("keys"), choose: () => onOverlay("shortcuts") },
    ...ofOpen,
  ];
  const pages: PaletteEntry[] = [
    { id: "library", icon: LibraryBig, name: t("library"), choose: toPage("/library") },
    { id: "memory", icon: BookMarked, name: t("memory"), choose: toPage("/memory") },
    ...(isAdmin ? [{ id: "admin", icon: Settings2, name: t("admin"), choose: toPage("/admin") }] : []),
    { id: "settings", icon: SlidersHorizontal, name: t("settings"), choose: toPage("/settings") },
    { id: "archive", icon: Archive, name: t("archivePage"), choose: toPage("/archive") },
    { id: "account", icon: ChartColumn, name: t("account.usage"), choose: toPage("/account") },
  ];
  const titles = conversations.map(({ id, title }) => ({
    ...{ id, icon: MessageSquare, name: title || t("untitled") },
    choose: toPage(`/c/${id}`),
  }));
  return [
    { id: "actions", heading: t("palette.actions"), entries: actions },
    { id: "pages", heading: t("palette.pages"), entries: pages },
    { id: "conversations", heading: t("palette.conversations"), entries: titles },
    { id: "preferences", heading: t("palette.preferences"), entries: usePreferenceEntries(onClose) },
  ];
}

function usePreferenceEntries(onClose: () => void): PaletteEntry[] {
  const t = useTranslations("shell");
  const chooseLanguage = useLanguageChoice();
  const thenClosed = (action: () => void) => () => {
    onClose();
    action();
  };
  return [
    ...themes.map((theme) => ({
      id: theme,
      icon: themeIcons[theme],
      name: t("palette.useTheme", { theme: t(themeWords[theme]) }),
      choose: thenClosed(() => applyTheme(theme)),
    })),
    ...locales.map((locale) => ({
      id: locale,
      icon: Languages,
      name: t("palette.useLanguage", { language: localeNames[locale] }),
      choose: thenClosed(() => chooseLanguage(locale)),
    })),
  ];
}

/** Conversations listed by name anyway stand here only with the place that was found in them. */
function useFoundGroup(
  found: readonly FoundConversation[],
  { conversations, onClose }: Pick<Options, "conversations" | "onClose">,
): PaletteGroup {
  const t = useTranslations("shell");
  const router = useRouter();
  const listed = new Set(conversations.map(({ id }) => id));
  const shown = found.filter(({ id, snippet }) => snippet !== null || !listed.has(id));
  return {
    id: "found",
    heading: t("search.inWords"),
    entries: shown.map((conversation) => ({
      id: `found ${conversation.id}`,
      icon: MessageSquareText,
      name: conversation.title || t("untitled"),
      found: conversation,
      choose() {
        onClose();
        router.push(toFoundAddress(conversation));
      },
    })),
  };
}
