import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  filterFacts,
  holdFacts,
  listExpiringSoon,
  type FactFilter,
  type FactGrouping,
} from "@/lib/client/fact-list";
import { FactGroups } from "./fact-groups";
import { toFactElementId } from "./fact-row";
import { keepFocus } from "./keep-focus";
import { MemoryFinder } from "./memory-finder";
import type { MemoryView } from "./memory-view";

const everything: FactFilter = { words: "", category: null };

/** The facts, all of them or those that are looked for; before them what is forgotten soon. */
export function FactSearch({ view }: { view: MemoryView }) {
  const t = useTranslations("memory");
  const [filter, setFilter] = useState(everything);
  const [grouping, setGrouping] = useState<FactGrouping>("tier");
  const isFiltered = filter.words.trim() !== "" || filter.category !== null;
  const facts = holdFacts(filterFacts(view.reply.facts, filter), view.edited);
  return (
    <>
      <MemoryFinder
        filter={filter}
        grouping={grouping}
        found={isFiltered ? facts.length : null}
        onFilter={setFilter}
        onGroup={setGrouping}
      />
      {!isFiltered && <ExpiringSoon view={view} />}
      {facts.length === 0 ? (
        <div className="pt-8">
          <p className="pb-2 text-quiet">{t("find.none")}</p>
          <Button
            onClick={() => {
              setFilter(everything);
              keepFocus();
            }}
          >
            {t("find.reset")}
          </Button>
        </div>
      ) : (
        <FactGroups facts={facts} grouping={grouping} isFiltered={isFiltered} view={view} />
      )}
    </>
  );
}

function ExpiringSoon({ view }: { view: MemoryView }) {
  const t = useTranslations("memory.soon");
  const facts = listExpiringSoon(view.reply.facts, view.now);
  if (facts.length === 0) return null;
  return (
    <div className="mt-4 rounded-lg bg-partly-tint px-3 py-2 text-sm leading-5 text-partly">
      <p>{t("line", { count: facts.length })}</p>
      <ul className="flex flex-wrap gap-x-4">
        {facts.map(({ id, content }) => (
          <li key={id} className="max-w-full">
            <a
              href={`#${toFactElementId(id)}`}
              dir="auto"
              className="block truncate rounded-sm underline underline-offset-3 pointer-coarse:py-3"
            >
              {content}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
