import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { isNamedIn } from "./settings-changes";
import type { SettingsForm } from "./use-settings-form";

/** Appears with the first change, says what is changed, saves and undoes. */
export function SaveBar({ form }: { form: SettingsForm }) {
  const t = useTranslations("admin");
  const { changes, state } = form;
  const names = changes.map((name) => t(`fields.${name}.name`)).join(t("bar.separator"));
  const isShown = changes.length > 0 || state.kind === "failed";
  const region = useKeptFocus(isShown);
  return (
    <div
      ref={region}
      tabIndex={-1}
      role="region"
      aria-label={t("bar.label")}
      className="pointer-events-none sticky outline-none bottom-0 z-10 from-paper from-60% to-transparent px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] has-[button]:bg-linear-to-t"
    >
      <p role="status" className="sr-only">
        {state.kind === "saved" && t("bar.saved")}
      </p>
      {isShown && (
        <div className="pointer-events-auto mx-auto flex max-w-208 flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-hairline bg-raised px-4 py-3 shadow-float">
          <div className="min-w-0 flex-[1_1_10rem] text-sm leading-5">
            {changes.length > 0 && <p>{t("bar.changed", { count: changes.length, names })}</p>}
            <Trouble form={form} />
          </div>
          <div className="ms-auto flex gap-2">
            <Button tone="quiet" onClick={form.undo}>
              {t("bar.undoAll")}
            </Button>
            <Button
              tone="primary"
              aria-disabled={state.kind === "saving"}
              onClick={() => state.kind !== "saving" && void form.save()}
            >
              {t(state.kind === "saving" ? "bar.saving" : "bar.save")}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** The focus comes here from the buttons that go with the last change, and not back to the start of the page. */
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

function Trouble({ form: { state, changes } }: { form: SettingsForm }) {
  const t = useTranslations("admin");
  if (state.kind !== "failed") return null;
  const refused = changes
    .filter((name) => isNamedIn(state.fields, name))
    .map((name) => t(`fields.${name}.name`));
  const reason =
    refused.length > 0 ? t("bar.check", { names: refused.join(t("bar.separator")) }) : state.reason;
  return (
    <p role="alert" className="text-bad">
      {t("bar.failed", { reason })}
    </p>
  );
}
