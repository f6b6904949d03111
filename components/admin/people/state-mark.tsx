import type { ReactNode } from "react";
import { joinClasses } from "@/components/ui/class-names";
import type { PersonState } from "@/lib/features/accounts/shape/accounts";

const tones: Record<PersonState, string> = {
  active: "text-quiet",
  waiting: "bg-tint text-accent",
  invited: "bg-sunken text-quiet",
  disabled: "bg-bad-tint text-bad",
};

export function StateMark({ state, children }: { state: PersonState; children: ReactNode }) {
  return (
    <span
      className={joinClasses("rounded-full text-small", state !== "active" && "px-2 py-0.5", tones[state])}
    >
      {children}
    </span>
  );
}
