"use client";

import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

/** The room of a page of the library, with its way back. */
export function LibraryFrame({ back, children }: { back?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 pt-8 pb-[max(2rem,env(safe-area-inset-bottom))] sm:px-8">
        {back}
        {children}
      </div>
    </div>
  );
}

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className="quiet-button -ms-2 -mt-3 mb-2">
      <ArrowLeft size={16} aria-hidden className="rtl:-scale-x-100" />
      {children}
    </Link>
  );
}

/** A head, and rows as they will stand. */
export function LibrarySkeleton() {
  const t = useTranslations("common");
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-8 sm:px-8">
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div aria-hidden="true" className="animate-pulse">
        <div className="h-8 w-44 rounded-lg bg-sunken" />
        <div className="mt-3 h-5 w-4/5 rounded-lg bg-sunken" />
        <div className="mt-6">
          <RowSkeletons />
        </div>
      </div>
    </div>
  );
}

export function RowSkeletons() {
  return (
    <div aria-hidden="true" className="grid animate-pulse gap-3">
      {["a", "b", "c"].map((key) => (
        <div key={key} className="h-18 rounded-xl bg-sunken" />
      ))}
    </div>
  );
}

/** What could not be read, and a way to try again. */
export function Failure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useTranslations("common");
  return (
    <div
      role="alert"
      className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-bad-tint px-3 py-2 text-sm leading-5 text-bad"
    >
      <p className="min-w-0 flex-[1_1_16rem]">{text}</p>
      <Button onClick={onRetry}>{t("retry")}</Button>
    </div>
  );
}
