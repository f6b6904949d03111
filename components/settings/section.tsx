import type { ReactNode } from "react";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="pb-2 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}
