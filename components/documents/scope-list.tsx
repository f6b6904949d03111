"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { useId } from "react";
import { useStore } from "zustand";
import { joinClasses } from "@/components/ui/class-names";
import { ResourceList } from "@/components/ui/resource-list";
import { closeOnEnter } from "@/components/ui/use-popover";
import { chooseCollections, chosenCollectionsStore } from "@/lib/client/conversation/chosen-collections";
import { collectionList } from "./documents";
import { useResource } from "@/lib/client/resource";
import type { CollectionView } from "@/lib/features/documents/shape/documents";
import { handbookId } from "@/lib/features/documents/shape/own-collections";

/** The person's collections, each to be searched or not, and the handbook, which always is. */
export function ScopeList({ scopeKey }: { scopeKey: string }) {
  const t = useTranslations("documents.scope");
  const list = useResource(collectionList);
  const own = list.items.filter(({ id }) => id !== handbookId);
  const chosen = useStore(chosenCollectionsStore, (all) => all[scopeKey]) ?? [];
  const toggle = (id: string, isOn: boolean) => {
    const known = chosen.filter((one) => one !== id && own.some(({ id: other }) => other === one));
    chooseCollections(scopeKey, isOn ? [...known, id] : known);
  };
  return (
    <fieldset className="border-t border-hairline pt-2">
      <legend className="sr-only">{t("title")}</legend>
      <p aria-hidden className="pb-1 text-xs font-medium text-quiet">
        {t("title")}
      </p>
      <Choice name={t("handbook")} note={t("always")} isOn isFixed />
      <ResourceList list={{ ...list, items: own }} empty={t("none")}>
        {own.map((collection) => (
          <Choice
            key={collection.id}
            name={collection.name}
            note={toNote(collection, t)}
            isOn={chosen.includes(collection.id)}
            onChange={(isOn) => toggle(collection.id, isOn)}
          />
        ))}
      </ResourceList>
      <Link
        href="/library"
        prefetch={false}
        className="mt-1 inline-block rounded-sm px-1 py-1 text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-current pointer-coarse:py-3"
      >
        {t("manage")}
      </Link>
    </fieldset>
  );
}

function toNote(
  { documents, shared, isOwn }: CollectionView,
  t: ReturnType<typeof useTranslations<"documents.scope">>,
): string {
  const count = t("count", { count: documents });
  return shared && !isOwn ? `${count} · ${t("shared")}` : count;
}

type ChoiceProps = {
  name: string;
  note: string;
  isOn: boolean;
  isFixed?: boolean;
  onChange?: (isOn: boolean) => void;
};

function Choice({ name, note, isOn, isFixed = false, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="relative flex min-h-9 items-center gap-2.5 rounded-lg px-1 py-1 hover:bg-sunken pointer-coarse:min-h-11">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isFixed}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange?.(event.target.checked)}
        onKeyDown={closeOnEnter}
        className="size-4 shrink-0"
      />
      <label
        htmlFor={id}
        dir="auto"
        title={name}
        className={joinClasses(
          "min-w-0 flex-1 truncate leading-5 after:absolute after:inset-0",
          !isFixed && "cursor-pointer",
        )}
      >
        {name}
      </label>
      <span id={`${id}-note`} className="shrink-0 text-xs leading-4 text-quiet">
        {note}
      </span>
    </div>
  );
}
