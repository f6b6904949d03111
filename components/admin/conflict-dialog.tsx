import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DifferenceList } from "./difference-list";
import { isSame, listValues } from "./setting-paths";
import type { SettingChoice } from "./settings-changes";
import type { SettingsForm } from "./use-settings-form";
import { useSettingWords } from "./use-setting-words";

/** Somebody else published first: each value is chosen, and published on top. Closing it loses nothing. */
export function ConflictDialog({ form }: { form: SettingsForm }) {
  const t = useTranslations("admin.conflict");
  const common = useTranslations("common");
  const format = useFormatter();
  const { state, reply } = form;
  const isOpen = state.kind === "conflict";
  const isOpening = isOpen && state.isOpening;
  const time =
    reply.updatedAt === null
      ? "–"
      : format.dateTime(reply.updatedAt, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => isOpen && form.dismiss()}
      title={t(isOpening ? "openingTitle" : "title")}
      closeLabel={common("close")}
      className="w-[min(40rem,calc(100vw-1.5rem))]"
    >
      {isOpen && (
        <div className="grid gap-4">
          <p role="alert" className="text-sm leading-5">
            {t(isOpening ? "openingIntro" : "intro", {
              person: reply.updatedBy ?? "–",
              time,
              version: reply.version,
            })}
          </p>
          <section className="grid gap-2">
            <h3 className="text-sm font-medium">{t("yours")}</h3>
            {state.choices.length === 0 && <p className="text-sm leading-5 text-quiet">{t("alike")}</p>}
            {state.choices.map((choice) => (
              <ChoiceRow key={choice.path} choice={choice} form={form} />
            ))}
          </section>
          {!isOpening && (
            <section className="grid gap-2">
              <h3 className="text-sm font-medium">{t("theirsBesides")}</h3>
              <DifferenceList differences={state.theirChanges} none={t("nothingElse")} />
            </section>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            {!isOpening && (
              <Button tone="quiet" onClick={form.dismiss}>
                {t("later")}
              </Button>
            )}
            <Button
              tone="primary"
              onClick={() => (isOpening || form.changes.length === 0 ? form.dismiss() : void form.save())}
            >
              {t(isOpening ? "chosen" : form.changes.length === 0 ? "keepTheirs" : "save")}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function ChoiceRow({
  choice: { path, mine, theirs, isContested },
  form,
}: {
  choice: SettingChoice;
  form: SettingsForm;
}) {
  const t = useTranslations("admin.conflict");
  const { nameOf, valueOf } = useSettingWords();
  const group = useId();
  const name = nameOf(path);
  const isTheirs = isSame(listValues(form.draft).get(path), theirs);
  const options = [
    { key: "mine", value: mine, isChosen: !isTheirs },
    { key: "theirs", value: theirs, isChosen: isTheirs },
  ] as const;
  return (
    <fieldset className="rounded-xl border border-hairline px-3 py-2">
      <legend className="sr-only">{name}</legend>
      <p className="flex flex-wrap items-center gap-x-2 text-sm leading-6" aria-hidden="true">
        {name}
        {isContested && (
          <span className="rounded-full bg-partly-tint px-2 text-xs text-partly">{t("both")}</span>
        )}
      </p>
      <div className="grid gap-1 sm:grid-cols-2">
        {options.map(({ key, value, isChosen }) => (
          <label
            key={key}
            className="flex min-h-9 cursor-pointer items-center gap-2 rounded-lg px-2 text-sm leading-5 hover:bg-sunken has-checked:bg-tint pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={group}
              checked={isChosen}
              onChange={() => form.choose(path, value)}
              className="size-4 shrink-0"
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="text-quiet">{t(key)}</span> {valueOf(path, value)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
