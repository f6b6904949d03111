"use client";

import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { PageColumn } from "@/components/ui/page";

/** The room of a page of the library, with its way back. */
export function LibraryFrame({ back, children }: { back?: ReactNode; children: ReactNode }) {
  return (
    <PageColumn>
      {back}
      {children}
    </PageColumn>
  );
}

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className="quiet-button -ms-2 -mt-8 pointer-coarse:-mt-11">
      <ArrowLeft size={16} aria-hidden className="rtl:-scale-x-100" />
      {children}
    </Link>
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
