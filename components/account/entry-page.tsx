import type { ReactNode } from "react";
import { Logo } from "@/components/ui/logo";

type Props = { title: string; text?: string; children: ReactNode };

/** What the pages around signing in share: the sign, one heading, and what is to be filled in. */
export function EntryPage({ title, text, children }: Props) {
  return (
    <div className="flex w-full max-w-sm flex-col gap-5">
      <header className="flex flex-col items-start gap-3">
        <Logo className="-ms-1 size-10" />
        <div>
          <h1 className="text-2xl leading-9 font-semibold tracking-tight">{title}</h1>
          {text !== undefined && <p className="pt-1 text-quiet">{text}</p>}
        </div>
      </header>
      {children}
    </div>
  );
}
