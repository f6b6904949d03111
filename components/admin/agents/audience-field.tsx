import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { peopleList } from "@/components/admin/people-list";
import { PageSection } from "@/components/admin/page-frame";
import { SearchBox } from "@/components/ui/search-box";
import { Segments } from "@/components/ui/segments";
import { loadFrom } from "@/lib/client/request";
import { useResource } from "@/lib/client/resource";
import { listPeople } from "@/lib/features/accounts/api";
import { roles } from "@/lib/features/accounts/shape/accounts";
import { maxAudience, type Audience } from "@/lib/features/agents/shape/agents";
import type { AgentForm } from "./use-agent-form";

export type NamedPerson = { id: string; name: string; email: string | null };

const nobody: Audience = { roles: [], people: [] };

/** Who sees it: everybody, or some roles and people by name. `people`: whom it names already. */
export function AudienceField({ form, people }: { form: AgentForm; people: readonly NamedPerson[] }) {
  const t = useTranslations("admin.agents");
  const tRoles = useTranslations("account.roles");
  const { audience } = form.draft;
  const change = (next: Audience | null): void => form.change({ audience: next });
  const chosen = audience ?? nobody;
  return (
    <PageSection title={t("fields.audience")} help={t("help.audience")}>
      <div className="pt-4">
        <Segments
          label={t("fields.audience")}
          value={audience === null ? "everybody" : "some"}
          options={(["everybody", "some"] as const).map((value) => ({ value, name: t(`audience.${value}`) }))}
          onChoose={(value) => change(value === "everybody" ? null : nobody)}
        />
      </div>
      {audience !== null && (
        <>
          <fieldset className="flex flex-wrap gap-x-5 pt-3 text-sm">
            <legend className="sr-only">{t("audience.roles")}</legend>
            {roles.map((role) => (
              <label key={role} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  className="size-4"
                  checked={chosen.roles.includes(role)}
                  onChange={({ target }) =>
                    change({
                      ...chosen,
                      roles: roles.filter((each) =>
                        each === role ? target.checked : chosen.roles.includes(each),
                      ),
                    })
                  }
                />
                {tRoles(role)}
              </label>
            ))}
          </fieldset>
          <People ids={chosen.people} known={people} onChange={(ids) => change({ ...chosen, people: ids })} />
          {chosen.roles.length === 0 && chosen.people.length === 0 && (
            <p className="pt-2 text-sm text-partly">{t("audience.nobody")}</p>
          )}
        </>
      )}
    </PageSection>
  );
}

type PeopleProps = {
  ids: readonly string[];
  known: readonly NamedPerson[];
  onChange: (ids: string[]) => void;
};

/** Those who are named, and a search for others. */
function People({ ids, known, onChange }: PeopleProps) {
  const t = useTranslations("admin.agents.audience");
  const [text, setText] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const [met, setMet] = useState(known);
  const { items } = useResource({ ...peopleList, load: useFound(text) });
  const asked = text.trim().toLowerCase();
  const found = items.filter(
    ({ id, name, email }) => !ids.includes(id) && `${name} ${email}`.toLowerCase().includes(asked),
  );
  return (
    <div className="pt-3">
      <ul aria-label={t("people")} className="flex flex-wrap gap-1.5 pb-2 empty:hidden">
        {ids.map((id) => (
          <NamedChip
            key={id}
            name={met.find((person) => person.id === id)?.name ?? t("gone")}
            onRemove={() => onChange(ids.filter((each) => each !== id))}
          />
        ))}
      </ul>
      {ids.length < maxAudience && (
        <SearchBox
          ref={box}
          label={t("add")}
          placeholder={t("add")}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onClear={() => setText("")}
        />
      )}
      {asked !== "" && (
        <ul aria-label={t("found")} className="pt-1">
          {found.slice(0, mostFound).map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className="menu-item"
                onClick={() => {
                  setMet((before) => [...before, person]);
                  onChange([...ids, person.id]);
                  setText("");
                  box.current?.focus();
                }}
              >
                <span dir="auto">{person.name}</span> <span className="text-quiet">{person.email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function NamedChip({ name, onRemove }: { name: string; onRemove: () => void }) {
  const t = useTranslations("admin.agents.audience");
  return (
    <li className="flex items-center rounded-full bg-tint ps-3 text-sm">
      <span dir="auto">{name}</span>
      <button
        type="button"
        aria-label={t("remove", { name })}
        onClick={onRemove}
        className="icon-button size-8 text-inherit pointer-coarse:size-11"
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}

const mostFound = 6;

const useFound = (text: string) =>
  useMemo(() => loadFrom(listPeople, { query: { search: text.trim() || null } }), [text]);
