import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { joinClasses } from "@/components/ui/class-names";
import { Problem } from "@/components/ui/problem";
import type { SettingName } from "@/lib/protocol/settings-fields";
import { useTarget } from "./use-target";

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
export function SettingRow({ name, isSection = false, isDefault, isUnsaved, ...props }: Props) {
  const { defaultValue, error, onReset, note, control, children } = props;
  const t = useTranslations("admin");
  const Heading = isSection ? "h2" : "h3";
  return (
    <SettingAnchor
      name={name}
      isUnsaved={isUnsaved}
      className="flex min-h-14 flex-col justify-center border-b border-hairline py-2.5 last:border-0"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-[1_1_12rem] sm:flex-[1_1_18rem]">
          <Heading className={isSection ? "text-section" : "text-[15px] leading-[22px] font-medium"}>
            {t(`fields.${name}.name`)}
            {isUnsaved && <span className="ps-2 text-small font-normal text-partly">{t("unsaved")}</span>}
          </Heading>
          <p id={`${name}-help`} className="text-small text-pretty text-quiet">
            {t(`fields.${name}.help`)}
          </p>
          {note && <p className="text-small text-partly empty:hidden">{note}</p>}
          {!isDefault && (
            <p className="flex flex-wrap items-center gap-x-1.5 text-small text-quiet">
              {defaultValue !== undefined && t("default", { value: defaultValue })}
              <ResetButton name={name} onReset={onReset} />
            </p>
          )}
        </div>
        {control && <div className="flex min-h-9 flex-wrap items-center gap-2">{control}</div>}
      </div>
      <Problem className="pt-2">{error}</Problem>
      {children && <div className="pt-3">{children}</div>}
    </SettingAnchor>
  );
}

type AnchorProps = { name: SettingName; isUnsaved: boolean; className: string; children: ReactNode };

/** A place that the address can name: lit while it does, with a bar at its side while it is not published. */
export function SettingAnchor({ name, isUnsaved, className, children }: AnchorProps) {
  const { ref, isTarget } = useTarget(name);
  return (
    <div
      ref={ref}
      id={name}
      tabIndex={-1}
      data-lit={isTarget || undefined}
      className={joinClasses(
        "relative scroll-mt-16 outline-none before:absolute before:inset-y-2 before:-start-3 before:w-0.5 before:rounded-full data-lit:bg-tint data-lit:shadow-[0_0_0_8px_var(--tint)]",
        isUnsaved && "before:bg-mark",
        className,
      )}
    >
      {children}
    </div>
  );
}

type ResetProps = {
  name: SettingName;
  onReset: () => void;
  /** Says of what also to those who see it. */
  isNamed?: boolean;
};

export function ResetButton({ name, onReset, isNamed = false }: ResetProps) {
  const t = useTranslations("admin");
  return (
    <button
      type="button"
      className="min-h-6 rounded-sm text-partly underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
      onClick={onReset}
    >
      {t("toDefault")}
      <span className={isNamed ? "" : "sr-only"}>: {t(`fields.${name}.name`)}</span>
    </button>
  );
}
