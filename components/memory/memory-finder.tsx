import { useTranslations } from "next-intl";
import { useRef } from "react";
import { SearchBox } from "@/components/ui/search-box";
import { Segments } from "@/components/ui/segments";
import type { FactFilter, FactGrouping } from "./fact-list";
import { memoryCategories } from "@/lib/features/memory/shape";

type Props = {
  filter: FactFilter;
  grouping: FactGrouping;
  /** How many facts fit, where something is looked for. */
  found: number | null;
  onFilter: (filter: FactFilter) => void;
  onGroup: (grouping: FactGrouping) => void;
};

const groupings = [
  ["tier", "memory.find.byTier"],
  ["category", "memory.find.byCategory"],
] as const;

/** What is looked for, and how it is laid out. */
export function MemoryFinder({ filter, grouping, found, onFilter, onGroup }: Props) {
  const t = useTranslations();
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className="grid gap-3 pt-6">
      <SearchBox
        ref={field}
        id="memory-search"
        label={t("memory.find.label")}
        placeholder={t("memory.find.placeholder")}
        value={filter.words}
        maxLength={200}
        onChange={(event) => onFilter({ ...filter, words: event.target.value })}
        onClear={() => onFilter({ ...filter, words: "" })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <fieldset className="flex flex-wrap gap-1.5 text-sm">
          <legend className="sr-only">{t("memory.find.category")}</legend>
          {([null, ...memoryCategories] as const).map((category) => (
            <label
              key={category ?? "all"}
              className="switch-option h-8 border border-hairline px-2.5 pointer-coarse:h-11 hover:bg-sunken has-checked:border-strong has-checked:bg-tint has-checked:shadow-none"
            >
              <input
                type="radio"
                name="memory-category"
                checked={filter.category === category}
                onChange={() => onFilter({ ...filter, category })}
                className="sr-only"
              />
              {t(`memory.category.${category ?? "all"}`)}
            </label>
          ))}
        </fieldset>
        <Segments
          label={t("memory.find.group")}
          value={grouping}
          options={groupings.map(([value, words]) => ({ value, name: t(words) }))}
          onChoose={onGroup}
        />
      </div>
      <p role="status" className="sr-only">
        {found === null ? "" : t("memory.find.found", { count: found })}
      </p>
    </search>
  );
}
