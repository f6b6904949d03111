"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
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
