"use client";

import { Command } from "cmdk";
import { FileText, SlidersHorizontal, UserRound, type LucideIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { use, useState } from "react";
import { SettingsContext } from "@/components/admin/use-settings";
import { MarkedText } from "@/components/shell/conversations/marked-text";
import { Modal } from "@/components/ui/modal";
import { Problem } from "@/components/ui/problem";
import { useReason } from "@/components/ui/use-reason";
import type { Role } from "@/lib/features/accounts/shape/accounts";
import { maySeePage } from "@/lib/features/accounts/shape/admin-access";
import {
  findEntries,
  usePageEntries,
  usePeopleEntries,
  useSettingEntries,
  type FindEntry,
  type FoundEntry,
} from "./use-find-entries";

type Props = { role: Role; onClose: () => void };

/** Every setting by name, help and value, the pages of the administration, and people. */
export function FindDialog(props: Props) {
  const t = useTranslations("admin.find");
  const hasSettings = use(SettingsContext) !== null;
  return (
    <Modal
      label={t("label")}
      onClose={props.onClose}
      className="mx-auto mt-[12dvh] w-[min(40rem,calc(100vw-2rem))] rounded-xl border border-hairline bg-raised p-0 text-ink shadow-float"
    >
      {hasSettings ? <SettingFinder {...props} /> : <Finder {...props} settings={[]} />}
    </Modal>
  );
}

function SettingFinder(props: Props) {
  return <Finder {...props} settings={useSettingEntries()} />;
}

function Finder({ role, onClose, settings }: Props & { settings: readonly FindEntry[] }) {
  const t = useTranslations("admin.find");
  const explain = useReason();
  const router = useRouter();
  const [text, setText] = useState("");
  const { people, failure } = usePeopleEntries(text, maySeePage(role, "people"));
  const groups = [
    { id: "settings", icon: SlidersHorizontal, entries: findEntries(settings, text) },
    { id: "pages", icon: FileText, entries: findEntries(usePageEntries(role), text) },
    { id: "people", icon: UserRound, entries: people.map((entry) => ({ ...entry, marks: [] })) },
  ] as const satisfies readonly { id: string; icon: LucideIcon; entries: readonly FoundEntry[] }[];
  const isNone = groups.every(({ entries }) => entries.length === 0);
  const choose = (href: string): void => {
    onClose();
    if (!goWithin(href)) router.push(href);
  };
  return (
    <Command label={t("label")} shouldFilter={false} loop>
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={t("placeholder")}
        className="h-13 w-full border-b border-hairline bg-transparent px-4 outline-none"
      />
      <p role="status" className="px-4 pt-3 text-sm leading-5 text-quiet empty:p-0">
        {isNone && t("none", { query: text.trim() })}
      </p>
      <Problem className="px-4 pt-3">{failure && t("peopleFailed", { reason: explain(failure) })}</Problem>
      <Command.List
        label={t("label")}
        className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain p-2"
      >
        {groups.map(
          ({ id, icon, entries }) =>
            entries.length > 0 && (
              <Command.Group
                key={id}
                heading={t(id)}
                className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-quiet"
              >
                {entries.map((entry) => (
                  <Entry key={entry.id} {...{ entry, icon }} onChoose={() => choose(entry.href)} />
                ))}
              </Command.Group>
            ),
        )}
      </Command.List>
      <p className="border-t border-hairline px-4 py-2.5 text-xs text-quiet">{t("hint")}</p>
    </Command>
  );
}

type EntryProps = { entry: FoundEntry; icon: LucideIcon; onChoose: () => void };

function Entry({ entry: { id, name, marks, place, value }, icon: Icon, onChoose }: EntryProps) {
  return (
    <Command.Item
      value={id}
      onSelect={onChoose}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-2 text-sm aria-selected:bg-sunken pointer-coarse:min-h-11"
    >
      <Icon size={16} aria-hidden className="shrink-0 text-quiet" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-medium">
          <MarkedText text={name} marks={marks} />
        </span>
        {place !== "" && <span className="ps-2 text-small text-quiet">{place}</span>}
      </span>
      {value !== undefined && <span className="max-w-40 shrink-0 truncate">{value}</span>}
    </Command.Item>
  );
}

/** On the page that is open the browser goes there by itself, also once more to the same place. */
function goWithin(href: string): boolean {
  const { pathname, hash } = new URL(href, location.href);
  if (pathname !== location.pathname || hash === "") return false;
  if (location.hash === hash) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
  return true;
}
