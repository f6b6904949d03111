import { useTranslations } from "next-intl";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { joinClasses } from "@/components/ui/class-names";
import type { SettingsForm } from "./use-settings-form";

type Props = {
  label: string;
  isShown: boolean;
  state: SettingsForm["state"]["kind"];
  /** Without it saving has to wait. */
  canSave?: boolean;
  /** Between undoing and publishing. */
  actions?: ReactNode;
  onUndo: () => void;
  onSave: () => Promise<unknown>;
  className?: string;
  /** What is changed, and what is wrong. */
  children: ReactNode;
};

/** Appears with the first change, says what is changed and what is wrong, publishes and undoes. */
export function SaveBar({ label, isShown, state, className, children, ...rest }: Props) {
  const { actions, onUndo, onSave } = rest;
  const t = useTranslations("admin.bar");
  const region = useKeptFocus(isShown);
  const isSaving = state === "saving";
  const canSave = rest.canSave !== false && !isSaving;
  return (
    <div
      ref={region}
      tabIndex={-1}
      role="region"
      aria-label={label}
      className={joinClasses(
        "pointer-events-none sticky outline-none bottom-0 z-10 from-paper from-60% to-transparent pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] has-[button]:bg-linear-to-t",
        className,
      )}
    >
      <p role="status" className="sr-only">
        {state === "saved" && t("saved")}
      </p>
      {isShown && (
        <div className="pointer-events-auto mx-auto flex max-w-5xl flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-hairline bg-raised px-4 py-3 shadow-float">
          <div className="min-w-0 flex-[1_1_10rem] text-sm leading-5">{children}</div>
          <div className="ms-auto flex flex-wrap justify-end gap-2">
            <Button tone="quiet" onClick={onUndo}>
              {t("undoAll")}
            </Button>
            {actions}
            <Button tone="primary" aria-disabled={!canSave} onClick={() => canSave && void onSave()}>
              {t(isSaving ? "saving" : "save")}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** The focus comes here from buttons that go with the last change, not back to the start of the page. */
function useKeptFocus(isShown: boolean) {
  const region = useRef<HTMLDivElement>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasShown.current && !isShown && isLost) region.current?.focus({ preventScroll: true });
    wasShown.current = isShown;
  }, [isShown]);
  return region;
}
