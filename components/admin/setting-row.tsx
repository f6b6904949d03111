import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { SettingName } from "@/lib/protocol/settings-fields";
import { Problem } from "@/components/ui/problem";

type Props = {
  name: SettingName;
  /** The default in words, where it fits in a line. */
  defaultValue?: string | undefined;
  isDefault: boolean;
  isUnsaved: boolean;
  error?: string | undefined;
  onReset: () => void;
  /** A part of the page of its own, not one row among others. */
  isSection?: boolean;
  /** What must be known of it at the moment. */
  note?: ReactNode;
  /** Beside the name: a small control. */
  control?: ReactNode;
  /** Below it: a large one. */
  children?: ReactNode;
};

/** One setting: its name, its effect on people, its control, and whether it has its default. */
export function SettingRow({
  name,
  defaultValue,
  isDefault,
  isUnsaved,
  error,
  onReset,
  isSection = false,
  note,
  control,
  children,
}: Props) {
  const t = useTranslations("admin");
  const Heading = isSection ? "h2" : "h3";
  return (
    <div id={name} className="border-b border-hairline py-5 last:border-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_12rem] sm:flex-[1_1_18rem]">
          <Heading
            className={`flex flex-wrap items-center gap-x-2 ${isSection ? "text-lg font-semibold" : "font-medium"}`}
          >
            {t(`fields.${name}.name`)}
            {!isDefault && <Mark label={t("changedFromDefault")} />}
            {isUnsaved && <span className="text-xs font-normal text-accent">{t("unsaved")}</span>}
          </Heading>
          <p id={`${name}-help`} className="text-sm leading-5 text-quiet">
            {t(`fields.${name}.help`)}
          </p>
          {note && <p className="text-sm leading-5 text-partly empty:hidden">{note}</p>}
        </div>
        {control && <div className="flex min-h-8 items-center has-[output]:max-sm:w-full">{control}</div>}
      </div>
      <Problem className="pt-2">{error}</Problem>
      {children && <div className="pt-3">{children}</div>}
      {!isDefault && (
        <p className="flex flex-wrap items-center gap-x-3 pt-2 text-xs text-quiet">
          {defaultValue !== undefined && t("default", { value: defaultValue })}
          <ResetButton name={name} onReset={onReset} />
        </p>
      )}
    </div>
  );
}

/** Back to the default; `isNamed` says of what also to those who see it. */
export function ResetButton({
  name,
  onReset,
  isNamed = false,
}: {
  name: SettingName;
  onReset: () => void;
  isNamed?: boolean;
}) {
  const t = useTranslations("admin");
  return (
    <button
      type="button"
      className="inline-flex min-h-6 pointer-coarse:min-h-11 items-center gap-1 rounded-sm underline-offset-4 hover:text-ink hover:underline"
      onClick={onReset}
    >
      <RotateCcw className="size-3" aria-hidden="true" />
      <span>
        {t("toDefault")}
        <span className={isNamed ? "" : "sr-only"}>: {t(`fields.${name}.name`)}</span>
      </span>
    </button>
  );
}

function Mark({ label }: { label: string }) {
  return (
    <span className="size-1.5 rounded-full bg-mark" title={label}>
      <span className="sr-only">{label}</span>
    </span>
  );
}
