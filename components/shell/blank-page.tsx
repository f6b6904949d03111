import type { ReactNode } from "react";
import { Logo } from "@/components/ui/logo";

/** A page that has nothing else to say: what happened, what is kept, and what to do. */
export function BlankPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 overflow-y-auto px-6 py-16 text-center">
      <Logo className="size-12" />
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <p className="max-w-md text-quiet">{text}</p>
      <div className="flex flex-wrap justify-center gap-2 pt-3">{children}</div>
    </div>
  );
}
