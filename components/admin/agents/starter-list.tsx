import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { maxStarters } from "@/lib/features/agents/shape/agents";

type Props = { starters: readonly string[]; onChange: (starters: string[]) => void };

/** Questions that the home page offers, in their order. */
export function StarterList({ starters, onChange }: Props) {
  const t = useTranslations("admin.agents");
  return (
    <>
      <ol className="grid gap-1.5">
        {starters.map((starter, place) => (
          <li key={place} className="flex items-center gap-1">
            <input
              aria-label={t("starter", { place: place + 1 })}
              dir="auto"
              value={starter}
              maxLength={200}
              onChange={(event) => onChange(starters.with(place, event.target.value))}
              className="text-field min-w-0 flex-1"
            />
            <IconButton
              label={t("removeStarter", { place: place + 1 })}
              icon={<X className="size-4" aria-hidden="true" />}
              onClick={() => onChange(starters.toSpliced(place, 1))}
            />
          </li>
        ))}
      </ol>
      {starters.length < maxStarters && (
        <button type="button" className="quiet-button -ms-2 mt-1" onClick={() => onChange([...starters, ""])}>
          <Plus className="size-4" aria-hidden="true" />
          {t("addStarter")}
        </button>
      )}
    </>
  );
}
