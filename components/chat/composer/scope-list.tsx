"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { useEffect, useId, useState } from "react";
import { useStore } from "zustand";
import { Button } from "@/components/ui/button";
import { joinClasses } from "@/components/ui/class-names";
import { useReason } from "@/components/ui/use-reason";
import { chooseCollections, chosenCollectionsStore } from "@/lib/client/chosen-collections";
import { createDocumentsApi, type CollectionsReply } from "@/lib/client/documents";
import type { Answer } from "@/lib/client/request";
import type { CollectionView } from "@/lib/protocol/documents";
import { handbookId } from "@/lib/protocol/own-collections";
import { closeOnEnter } from "./choice-row";

/** The person's collections, each to be searched or not, and the handbook, which always is. */
export function ScopeList({ scopeKey }: { scopeKey: string }) {
  const t = useTranslations("documents.scope");
  const explain = useReason();
  const { answer, again } = useCollections();
  const chosen = useStore(chosenCollectionsStore, (all) => all[scopeKey]) ?? [];

  const own = answer?.ok === true ? answer.value.collections.filter(({ id }) => id !== handbookId) : [];
  const toggle = (id: string, isOn: boolean) => {
    const known = chosen.filter((one) => one !== id && own.some((collection) => collection.id === one));
    chooseCollections(scopeKey, isOn ? [...known, id] : known);
  };
  return (
    <fieldset className="grid gap-0.5">
      <legend className="pb-1.5 font-semibold">{t("title")}</legend>
      <Choice name={t("handbook")} note={t("always")} isOn isFixed />
      {own.map((collection) => (
        <Choice
          key={collection.id}
          name={collection.name}
          note={toNote(collection, t)}
          isOn={chosen.includes(collection.id)}
          onChange={(isOn) => toggle(collection.id, isOn)}
        />
      ))}
      {answer === null && (
        <p role="status" className="px-1 py-1.5 text-quiet">
          {t("loading")}
        </p>
      )}
      {answer?.ok === false && (
        <div role="alert" className="grid justify-items-start gap-2 px-1 py-1.5 leading-5 text-bad">
          {explain(answer)}
          <Button onClick={again}>{t("again")}</Button>
        </div>
      )}
      {answer?.ok === true && own.length === 0 && (
        <p className="px-1 py-1.5 leading-5 text-quiet">{t("none")}</p>
      )}
      <Link
        href="/library"
        prefetch={false}
        className="mt-1 w-fit rounded-sm px-1 py-1 text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-current pointer-coarse:py-3"
      >
        {t("manage")}
      </Link>
    </fieldset>
  );
}

function useCollections(): { answer: Answer<CollectionsReply> | null; again: () => void } {
  const [answer, setAnswer] = useState<Answer<CollectionsReply> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    void createDocumentsApi()
      .listCollections(left.signal)
      .then((next) => {
        if (!left.signal.aborted) setAnswer(next);
      });
    return () => left.abort();
  }, [attempt]);
  return { answer, again: () => setAttempt((before) => before + 1) };
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
      <div className="min-w-0 flex-1 leading-5">
        <label
          htmlFor={id}
          dir="auto"
          className={joinClasses("block truncate after:absolute after:inset-0", !isFixed && "cursor-pointer")}
        >
          {name}
        </label>
        <p id={`${id}-note`} className="text-xs leading-4 text-quiet">
          {note}
        </p>
      </div>
    </div>
  );
}
