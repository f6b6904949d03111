"use client";

import { ChevronUp, LogOut, UserRound } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { leaveAccount } from "@/components/account/leave-account";
import { placeBeside } from "@/components/ui/place-beside";
import { createAccountApi } from "@/lib/client/account-api";
import { showToast } from "@/components/ui/toast";

type Props = { name: string; email: string; onNavigate: () => void };

const api = createAccountApi();

/** Who is signed in, and what can be done with the account. */
export function AccountMenu({ name, email, onNavigate }: Props) {
  const t = useTranslations("shell.account");
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const signOut = useSignOut();
  return (
    <>
      <button
        ref={trigger}
        type="button"
        popoverTarget={id}
        className="flex w-full min-w-0 items-center gap-2.5 rounded-lg p-2 text-start transition-colors duration-150 hover:bg-sunken"
      >
        <span
          aria-hidden="true"
          className="flex size-8 shrink-0 items-center justify-center rounded-full bg-tint text-sm font-semibold text-accent"
        >
          {toInitial(name, email)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="sr-only">{t("menu")} </span>
          <span dir="auto" className="block truncate text-sm leading-5 font-medium">
            {name}
          </span>
          <span className="block truncate text-xs leading-4 text-quiet">{email}</span>
        </span>
        <ChevronUp className="size-4 shrink-0 text-quiet" aria-hidden="true" />
      </button>
      <div
        id={id}
        popover="auto"
        onToggle={(event) => {
          if (event.newState === "open" && trigger.current) placeBeside(event.currentTarget, trigger.current);
        }}
        className="fixed inset-auto min-w-56 rounded-xl border border-hairline bg-raised p-1 shadow-float"
      >
        <Link
          href="/account"
          prefetch={false}
          className="menu-item"
          onClick={(event) => {
            event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
            onNavigate();
          }}
        >
          <UserRound className="size-4 text-quiet" aria-hidden="true" />
          {t("open")}
        </Link>
        <button type="button" className="menu-item" disabled={signOut.isLeaving} onClick={signOut.leave}>
          <LogOut className="size-4 text-quiet" aria-hidden="true" />
          {t(signOut.isLeaving ? "leaving" : "signOut")}
        </button>
      </div>
    </>
  );
}

function useSignOut(): { isLeaving: boolean; leave: () => void } {
  const t = useTranslations();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    const answer = await api.signOut();
    // Who is signed out already has left, too.
    if (answer.ok || answer.status === 401) return leaveAccount();
    setLeaving(false);
    showToast({
      text: t("shell.account.notLeft", { reason: answer.problem?.detail ?? t("errors.unreachable") }),
      isFailure: true,
    });
  };
  return { isLeaving, leave: () => void leave() };
}

/** The first character as a person counts: not half of a pair. */
function toInitial(name: string, email: string): string {
  const [first = ""] = [...(name.trim() || email)];
  return first.toLocaleUpperCase();
}
