import { useTranslations } from "next-intl";

type Props = { isJudged: boolean; onChange: (isJudged: boolean) => void };

export function JudgeSwitch({ isJudged, onChange }: Props) {
  const t = useTranslations("admin.laboratory");
  return (
    <label className="flex items-center gap-3 text-sm pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isJudged}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-ink"
      />
      {t("judge")}
    </label>
  );
}
