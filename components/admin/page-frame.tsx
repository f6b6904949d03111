"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";
import type { AdminPageId } from "@/lib/features/accounts/shape/admin-access";

/** One page of the administration: its name, what it is for, and beside them what can be done with it. */
export function PageFrame({
  page,
  aside,
  children,
}: {
  page: AdminPageId;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("admin.pages");
  return (
    <div className="@container mx-auto w-full max-w-[79rem] px-4 pt-6 pb-8 sm:px-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h1 className="text-title">{t(`${page}.name`)}</h1>
          <p className="pt-1 text-sm leading-5 text-pretty text-soft">{t(`${page}.intro`)}</p>
        </div>
        {aside}
      </div>
      {children}
    </div>
  );
}

type SectionProps = {
  title: string;
  help?: string;
  aside?: ReactNode;
  /** Folded at first, and opened by an address that names something inside. */
  isFoldable?: boolean;
  children: ReactNode;
};

/** A part of a page under a heading of its own. */
export function PageSection({ isFoldable = false, ...section }: SectionProps) {
  return isFoldable ? <FoldedSection {...section} /> : <OpenSection {...section} />;
}

function OpenSection({ title, help, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pt-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-b border-hairline pb-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h2 id={id} className="text-section">
            {title}
          </h2>
          {help !== undefined && <p className="text-small text-quiet">{help}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}

function FoldedSection({ title, help, aside, children }: SectionProps) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const left = new AbortController();
    const open = () => {
      const named = document.getElementById(location.hash.slice(1));
      if (named === null || box.current?.contains(named) !== true) return;
      box.current.open = true;
      named.scrollIntoView({ block: "center" });
    };
    open();
    window.addEventListener("hashchange", open, { signal: left.signal });
    return () => left.abort();
  }, []);
  return (
    <details ref={box} className="mt-3 rounded-xl border border-hairline bg-raised">
      <summary className="fold-sign cursor-pointer list-none rounded-xl py-2.5 ps-4 pe-9 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <h2 className="text-card">{title}</h2>
        {help !== undefined && <p className="text-small text-quiet">{help}</p>}
      </summary>
      <div className="border-t border-hairline px-4 pb-3">
        {aside}
        {children}
      </div>
    </details>
  );
}

/** Reads anew what a part shows. */
export function Refresh({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) {
  const t = useTranslations("admin.breakers");
  return (
    <button type="button" className="quiet-button -me-2" disabled={isBusy} onClick={onClick}>
      <RotateCw className="size-4" aria-hidden="true" />
      {t("refresh")}
    </button>
  );
}
