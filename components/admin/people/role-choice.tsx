import { useTranslations } from "next-intl";
import { useId } from "react";
import type { Role } from "@/lib/protocol/accounts";

/** The harmless one first. */
const roleNames: readonly Role[] = ["member", "admin"];

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useTranslations("admin.people.role");
  const group = useId();
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="pb-1 text-sm font-medium">{t("title")}</legend>
      {roleNames.map((role) => (
        <label
          key={role}
          className="flex cursor-pointer gap-2 rounded-xl border border-hairline px-3 py-2 text-sm leading-5 font-medium has-checked:border-mark has-checked:bg-tint"
        >
          <input
            type="radio"
            name={group}
            checked={value === role}
            onChange={() => onChange(role)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            {t(role)}
            <span className="block text-xs leading-5 font-normal text-quiet">{t(`${role}Help`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
