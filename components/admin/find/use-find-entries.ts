import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { findTitleMarks } from "@/components/shell/conversations/match-titles";
import { useSettingWords } from "@/components/admin/use-setting-words";
import { useSettings } from "@/components/admin/use-settings";
import { call, type Answer } from "@/lib/client/request";
import { listPeople } from "@/lib/features/accounts/api";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import { adminPages, maySeePage, type AdminPageId } from "@/lib/features/accounts/shape/admin-access";
import type { PersonRow } from "@/lib/features/accounts/shape/accounts";
import type { TextRange } from "@/lib/protocol/conversations";
import { settingFields, type SettingName } from "@/lib/protocol/settings-fields";
import { toPlace } from "./setting-places";
import type { SettingValue } from "@/components/admin/setting-paths";

export type FindEntry = {
  id: string;
  name: string;
  href: string;
  /** Beside the name: where it is, or an address. */
  place: string;
  /** What it says, as far as it fits in a line. */
  value?: string;
  /** Searched, and not shown. */
  help?: string;
};
export type FoundEntry = FindEntry & { marks: readonly TextRange[] };

/** Those whose name, help or value has the words, those with the words in their name first. */
export function findEntries(entries: readonly FindEntry[], text: string): FoundEntry[] {
  if (text.trim() === "") return entries.map((entry) => ({ ...entry, marks: [] }));
  const found = entries.flatMap((entry) => {
    const marks = findTitleMarks(entry.name, text);
    const all = [entry.name, entry.help, entry.value].join("\n");
    return marks === null && findTitleMarks(all, text) === null ? [] : [{ ...entry, marks: marks ?? [] }];
  });
  return found.toSorted((one, other) => Math.sign(other.marks.length) - Math.sign(one.marks.length));
}

/** Every setting, with what it is set to at the moment. */
export function useSettingEntries(): FindEntry[] {
  const t = useTranslations("admin");
  const { valueOf } = useSettingWords();
  const { draft } = useSettings().form;
  return (Object.keys(settingFields) as SettingName[]).map((name) => {
    const { page, href } = toPlace(name);
    const value: unknown = draft[name];
    const isPlain = typeof value !== "object" || value === null || Array.isArray(value);
    return {
      ...{ id: `setting ${name}`, href, name: t(`fields.${name}.name`), help: t(`fields.${name}.help`) },
      place: t(`pages.${page}.name`),
      ...(isPlain && { value: valueOf(name, value as SettingValue) }),
    };
  });
}

/** The pages that a role may see. */
export function usePageEntries(role: Role): FindEntry[] {
  const t = useTranslations("admin.pages");
  return (Object.keys(adminPages) as AdminPageId[])
    .filter((page) => maySeePage(role, page))
    .map((page) => ({
      ...{ id: `page ${page}`, name: t(`${page}.name`), href: adminPages[page].href, place: "" },
      help: t(`${page}.intro`),
    }));
}

const pauseMs = 200;
const mostPeople = 5;

type FoundPeople = { people: FindEntry[]; failure: Extract<Answer<unknown>, { ok: false }> | null };

/** People by a part of their name or address, as the server finds them once nothing is typed for a moment. */
export function usePeopleEntries(text: string, isAllowed: boolean): FoundPeople {
  const [found, setFound] = useState<FoundPeople & { of: string }>({ people: [], failure: null, of: "" });
  const search = text.trim().toLowerCase();
  useEffect(() => {
    if (search.length < 2 || !isAllowed) return;
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await call(listPeople, { query: { search }, signal: stop.signal });
      if (stop.signal.aborted) return;
      const rows = answer.ok ? answer.value.people.filter((person) => hasWords(person, search)) : [];
      const people = rows.slice(0, mostPeople).map(toPersonEntry);
      setFound({ people, failure: answer.ok ? null : answer, of: search });
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [search, isAllowed]);
  return found.of === search ? found : { people: [], failure: null };
}

const hasWords = ({ name, email }: PersonRow, search: string): boolean =>
  `${name} ${email}`.toLowerCase().includes(search);

const toPersonEntry = ({ id, name, email }: PersonRow): FindEntry => ({
  ...{ id: `person ${id}`, name: name || email, href: `${adminPages.people.href}/${id}`, place: email },
});
