import {
  Archive,
  BookMarked,
  ChartColumn,
  History,
  Keyboard,
  Languages,
  LibraryBig,
  MessageCircleDashed,
  MessageSquare,
  MessageSquareText,
  Monitor,
  Moon,
  RotateCw,
  Settings2,
  SlidersHorizontal,
  SquarePen,
  Sun,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { localeNames, locales } from "@/i18n/locales";
import { temporaryAddress } from "@/lib/client/conversation/temporary";
import type { SearchView } from "@/components/shell/conversations/use-search";
import { useLanguageChoice } from "@/components/ui/language-switch";
import { findTitleMarks } from "@/components/shell/conversations/match-titles";
import { applyTheme, themes } from "@/components/ui/preferences";
import { themeWords } from "@/components/ui/theme-switch";
import { useOpenEntries } from "./use-open-entries";
import type { PaletteEntry, PaletteProps } from "./palette-entry";

export type PaletteGroup = { id: string; heading: string; entries: PaletteEntry[] };

type PaletteGroupsOptions = PaletteProps & { search: SearchView };

const themeIcons = { system: Monitor, light: Sun, dark: Moon };

/**
 * What the palette lists for what is typed, all without it: actions, pages, conversations and preferences
 * whose names match, then what a search found in the words of conversations. Empty groups are left out.
 */
export function usePaletteGroups({ search, ...named }: PaletteGroupsOptions): PaletteGroup[] {
  const inWords = useFoundGroup(search, named);
  const groups = useNamedGroups(named).map((group) => ({
    ...group,
    entries: group.entries.flatMap((entry) => match(entry, search.text)),
  }));
  return [...groups, inWords].filter(({ entries }) => entries.length > 0);
}

function match(entry: PaletteEntry, text: string): PaletteEntry[] {
  if (text.trim() === "") return [entry];
  const titleMarks = findTitleMarks(entry.name, text);
  return titleMarks === null ? [] : [{ ...entry, found: { titleMarks, snippet: null } }];
}

function useNamedGroups({ open, conversations, isAdmin, onClose, onOverlay }: PaletteProps): PaletteGroup[] {
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
  { state: { found, cursor, isLoading, problem }, actions }: SearchView,
  { conversations, hidden, onClose }: PaletteProps,
): PaletteGroup {
  const t = useTranslations("shell");
  const router = useRouter();
  const listed = new Set(conversations.map(({ id }) => id));
  const shown = found.filter(
    ({ id, snippet }) => !hidden.includes(id) && (snippet !== null || !listed.has(id)),
  );
  const further = [
    ...(problem === null
      ? []
      : [{ id: "again", icon: RotateCw, name: t("search.again"), choose: actions.repeat }]),
    ...(problem !== null || cursor === null || isLoading
      ? []
      : [{ id: "further", icon: History, name: t("search.more"), choose: actions.more }]),
  ];
  const entries = shown.map((conversation) => ({
    id: `found ${conversation.id}`,
    icon: MessageSquareText,
    name: conversation.title || t("untitled"),
    found: conversation,
    choose() {
      onClose();
      router.push(toAddress(conversation));
    },
  }));
  return { id: "found", heading: t("search.inWords"), entries: [...entries, ...further] };
}

/** The conversation at the message that has the words. */
function toAddress({ id, snippet }: SearchView["state"]["found"][number]): string {
  return snippet === null ? `/c/${id}` : `/c/${id}?message=${encodeURIComponent(snippet.messageId)}`;
}
