"use client";

import { LibraryBig } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { IconButton } from "@/components/ui/icon-button";
import { placeBeside } from "@/components/ui/place-beside";
import { chosenCollectionsStore, readCollections } from "@/lib/client/chosen-collections";

const ScopeList = lazy(async () => ({ default: (await import("./scope-list")).ScopeList }));

/** In which of the person's collections this conversation searches; the list is loaded when it is opened. */
export function SearchScope({ scopeKey }: { scopeKey: string }) {
  const t = useTranslations("chat.composer");
  const id = useId();
  const trigger = useRef<HTMLSpanElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const count = useStore(chosenCollectionsStore, (chosen) => chosen[scopeKey]?.length ?? 0);
  // What the browser has kept is not known to the server, which draws the page first.
  useEffect(() => void readCollections(scopeKey), [scopeKey]);
  const place = useCallback(() => {
    if (popover.current && trigger.current) placeBeside(popover.current, trigger.current);
  }, []);
  return (
    <>
      <span ref={trigger} className="inline-flex shrink-0">
        <IconButton
          label={t("scope", { count })}
          icon={
            <>
              <LibraryBig size={18} aria-hidden />
              {count > 0 && <span className="ps-1 text-sm text-accent">{count}</span>}
            </>
          }
          popoverTarget={id}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          className={count > 0 ? "w-auto! min-w-9 px-2" : ""}
        />
      </span>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t("scopeTitle")}
        onToggle={(event) => {
          setOpen(event.newState === "open");
          if (event.newState === "open") place();
        }}
        className="fixed inset-auto max-h-[60dvh] w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-xl border border-hairline bg-raised p-3 text-sm shadow-float"
      >
        {isOpen && (
          <Suspense fallback={null}>
            <ScopeList scopeKey={scopeKey} onSized={place} />
          </Suspense>
        )}
      </div>
    </>
  );
}
