"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import type { ReactNode } from "react";
import type { AdminPageId } from "@/lib/features/accounts/shape/admin-access";

/** One page of the admin: its name, what it is for, and beside them what can be done with it as a whole. */
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
    <div className="@container mx-auto w-full max-w-4xl px-4 pt-6 pb-8 sm:px-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_18rem]">
          <h1 className="text-2xl font-semibold tracking-tight">{t(`${page}.name`)}</h1>
          <p className="pt-1 text-sm leading-5 text-quiet">{t(`${page}.intro`)}</p>
        </div>
        {aside}
      </div>
      {children}
    </div>
  );
}

/** A part of a page under a heading of its own. */
export function PageSection({
  title,
  help,
  aside,
  children,
}: {
  title: string;
  help?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pt-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-b border-hairline pb-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {help !== undefined && <p className="text-sm leading-5 text-quiet">{help}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
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
