import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, type ReactNode } from "react";
import { joinClasses } from "./class-names";

type PageProps = {
  title: ReactNode;
  /** What the page is for, in a line. */
  help?: ReactNode;
  actions?: ReactNode;
  /** Where it belongs. */
  back?: { href: string; name: string };
  /** For two columns. */
  isWide?: boolean;
  children: ReactNode;
};

/** The frame of every page beside a conversation: a column with a title, a line about it and its actions. */
export function Page({ title, help, actions, back, isWide = false, children }: PageProps) {
  return (
    <PageColumn isWide={isWide}>
      {back !== undefined && (
        <Link href={back.href} prefetch={false} className="quiet-button -ms-2 -mt-8 pointer-coarse:-mt-11">
          <ArrowLeft size={16} aria-hidden className="rtl:-scale-x-100" />
          {back.name}
        </Link>
      )}
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h1 dir="auto" className="text-title wrap-anywhere">
            {title}
          </h1>
          {help !== undefined && (
            <div className="pt-1 text-sm leading-5 text-pretty wrap-anywhere text-soft">{help}</div>
          )}
        </div>
        {actions}
      </header>
      {children}
    </PageColumn>
  );
}

function PageColumn({ isWide = false, children }: Pick<PageProps, "isWide" | "children">) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div
        className={joinClasses(
          "mx-auto px-4 pt-12 pb-[max(3rem,env(safe-area-inset-bottom))] sm:px-8",
          isWide ? "max-w-[66rem]" : "max-w-[50rem]",
        )}
      >
        {children}
      </div>
    </div>
  );
}

type SectionProps = {
  title: string;
  help?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

export function PageSection({ title, help, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
        <h2 id={id} className="text-section">
          {title}
        </h2>
        {actions}
      </div>
      {help !== undefined && <p className="pb-3 text-small text-pretty text-quiet">{help}</p>}
      {children}
    </section>
  );
}

/** A row of a section: what it is about, and the control at its end. */
export function PageRow({ name, help, children }: { name: string; help?: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hairline py-2 last:border-b">
      <div className="min-w-0 flex-[1_1_12rem] text-sm leading-5">
        <p className="font-medium">{name}</p>
        {help !== undefined && <p className="text-small text-quiet">{help}</p>}
      </div>
      {children}
    </div>
  );
}

/** The frame of a page that is being read, with rows as they will stand. */
export function PageSkeleton() {
  const t = useTranslations("common");
  return (
    <PageColumn>
      <p role="status" className="sr-only">
        {t("loading")}
      </p>
      <div aria-hidden className="animate-pulse">
        <div className="h-8 w-44 rounded-lg bg-sunken" />
        <div className="mt-2 mb-6 h-5 w-4/5 rounded-lg bg-sunken" />
        <RowSkeletons />
      </div>
    </PageColumn>
  );
}

export function RowSkeletons({ count = 3 }: { count?: number }) {
  return (
    <div aria-hidden className="grid animate-pulse gap-3">
      {Array.from({ length: count }, (_, key) => (
        <div key={key} className="h-14 rounded-xl bg-sunken" />
      ))}
    </div>
  );
}
