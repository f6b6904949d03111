import type { ReactNode } from "react";
import { Logo } from "@/components/ui/logo";
import { Picture } from "@/components/ui/picture";
import type { PublicSite } from "@/lib/features/site/shape";

type Props = { title: string; text?: string; children?: ReactNode };

/** What the pages around signing in share: one heading, and what is to be filled in. */
export function EntryPage({ title, text, children }: Props) {
  return (
    <div className="flex flex-col gap-5">
      <header>
        <h1 className="text-title wrap-anywhere">{title}</h1>
        {text !== undefined && <p className="pt-1 text-soft wrap-anywhere">{text}</p>}
      </header>
      {children}
    </div>
  );
}

/** Whose pages these are. */
export function SiteSign({ name, mark }: Pick<PublicSite, "name" | "mark">) {
  return (
    <p className="flex items-center gap-2.5 font-semibold">
      {mark === null ? (
        <Logo />
      ) : (
        <Picture
          src={mark}
          alt=""
          width={24}
          height={24}
          fallback={<Logo />}
          className="size-6 shrink-0 object-contain"
        />
      )}
      <span dir="auto" className="min-w-0 truncate">
        {name}
      </span>
    </p>
  );
}
