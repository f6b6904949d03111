import { useTranslations } from "next-intl";
import { useState, useId } from "react";
import { Button } from "@/components/ui/button";
import {
  filterFacts,
  listExpiringSoon,
  groupFacts,
  type FactFilter,
  type FactGrouping,
  type FactGroup,
} from "./fact-list";
import { toFactElementId, FactRow, type MemoryView } from "./fact-row";
import { keepFocus } from "./keep-focus";
import { MemoryFinder } from "./memory-finder";
import { tierRules, type Fact, type MemoryCategory, type MemoryTier } from "@/lib/features/memory/shape";
import { useMemoryWords } from "./use-memory-words";

const everything: FactFilter = { words: "", category: null };

/** The facts, all of them or those that are looked for; before them what is forgotten soon. */
export function FactSearch({ view }: { view: MemoryView }) {
  const t = useTranslations("memory");
  const [filter, setFilter] = useState(everything);
  const [grouping, setGrouping] = useState<FactGrouping>("tier");
  const isFiltered = filter.words.trim() !== "" || filter.category !== null;
  const facts = filterFacts(view.reply.facts, filter);
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

type Props = {
  facts: readonly Fact[];
  grouping: FactGrouping;
  /** Something is looked for: groups without a find are left out. */
  isFiltered: boolean;
  view: MemoryView;
};

function FactGroups({ facts, grouping, isFiltered, view }: Props) {
  const groups = groupFacts(facts, grouping, view.now).filter(
    (group) => group.facts.length > 0 || (!isFiltered && isTier(group.key)),
  );
  return groups.map((group) => <Group key={group.key} group={group} grouping={grouping} view={view} />);
}

function Group({
  group: { key, facts },
  grouping,
  view,
}: {
  group: FactGroup;
  grouping: FactGrouping;
  view: MemoryView;
}) {
  const t = useTranslations("memory");
  const { toTierName } = useMemoryWords();
  const id = useId();
  const total = view.reply.facts.filter(({ tier, category }) => tier === key || category === key).length;
  return (
    <section aria-labelledby={id} className="pt-8">
      <div className="flex items-baseline justify-between gap-4 border-b border-hairline pb-2">
        <h2 id={id} className="text-lg font-semibold">
          {isTier(key) ? toTierName(key) : t(`category.${key}`)}
        </h2>
        <p className="shrink-0 text-sm text-quiet">
          {isTier(key)
            ? t("group.ofLimit", { count: total, limit: tierRules[key].limit })
            : t("group.count", { count: total })}
        </p>
      </div>
      {isTier(key) && <p className="pt-2 text-sm leading-5 text-quiet">{t(`tierHelp.${key}`)}</p>}
      {facts.length === 0 ? (
        <p className="py-3 text-quiet">{t("group.empty")}</p>
      ) : (
        <ul>
          {facts.map((fact) => (
            <FactRow key={fact.id} fact={fact} grouping={grouping} view={view} />
          ))}
        </ul>
      )}
    </section>
  );
}

function isTier(key: MemoryTier | MemoryCategory): key is MemoryTier {
  return key in tierRules;
}
