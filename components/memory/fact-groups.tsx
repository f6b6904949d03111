import { useTranslations } from "next-intl";
import { useId } from "react";
import { groupFacts, type FactGroup, type FactGrouping } from "@/lib/client/fact-list";
import { tierRules, type Fact, type MemoryCategory, type MemoryTier } from "@/lib/protocol/memories";
import { FactRow } from "./fact-row";
import type { MemoryView } from "./memory-view";
import { useMemoryWords } from "./use-memory-words";

type Props = {
  facts: readonly Fact[];
  grouping: FactGrouping;
  /** Something is looked for: groups without a find are left out. */
  isFiltered: boolean;
  view: MemoryView;
};

export function FactGroups({ facts, grouping, isFiltered, view }: Props) {
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
