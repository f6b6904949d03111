import "./print.css";
import { ArrowLeft, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRef, type ReactNode } from "react";
import { usePrint } from "@/components/markdown/use-print";
import { Button } from "@/components/ui/button";

type Props = { conversationId: string; title: string; about: string | null; children: ReactNode };

/** A page for paper. The print dialog opens by itself; the way back and the button are not printed. */
export function PrintFrame({ conversationId, title, about, children }: Props) {
  const t = useTranslations("evidence.print");
  const area = useRef<HTMLElement>(null);
  usePrint(area);
  return (
    <main ref={area} className="mx-auto w-full max-w-measure px-6 py-8 print:max-w-none print:p-0">
      <nav className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link href={`/c/${conversationId}`} prefetch={false} className="quiet-button -ms-2">
          <ArrowLeft size={16} aria-hidden className="rtl:-scale-x-100" />
          {t("back")}
        </Link>
        <Button tone="primary" onClick={() => window.print()}>
          <Printer size={16} aria-hidden />
          {t("action")}
        </Button>
      </nav>
      <header className="mb-5 border-b border-hairline pb-4">
        <h1 dir="auto" className="text-xl leading-7 font-semibold wrap-anywhere whitespace-pre-wrap">
          {title}
        </h1>
        {about !== null && <p className="mt-1 text-sm text-quiet">{about}</p>}
      </header>
      {children}
    </main>
  );
}
