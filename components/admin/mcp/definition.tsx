import { useTranslations } from "next-intl";
import { mcpDefinitionFields, type McpDefinition } from "@/lib/features/tool-servers/shape";

type DefinitionField = keyof McpDefinition;

/** A tool's definition by its server: exactly what the model is told of it. */
export function Definition({ definition, offeredAs }: { definition: McpDefinition; offeredAs: string }) {
  const t = useTranslations("admin.mcp");
  const fields = mcpDefinitionFields.filter((field) => definition[field] !== null);
  return (
    <details className="pt-2 text-sm">
      <summary className="w-fit text-quiet hover:text-ink pointer-coarse:py-3">{t("details")}</summary>
      <dl className="grid gap-2 pt-2">
        <div>
          <dt className="text-xs text-quiet">{t("offeredAs")}</dt>
          <dd className="font-mono text-[13px] wrap-anywhere">{offeredAs}</dd>
        </div>
        {fields.map((field) => (
          <div key={field}>
            <dt className="text-xs text-quiet">{t(`fields.${field}`)}</dt>
            <dd>
              <Value value={definition[field]} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What is another one than it was taken, field by field, before and now. */
export function Differences({ taken, found }: { taken: McpDefinition; found: McpDefinition }) {
  const t = useTranslations("admin.mcp");
  const fields = mcpDefinitionFields.filter((field) => !isSame(taken, found, field));
  return (
    <div className="mt-2 rounded-lg bg-sunken px-3 py-2 text-sm">
      <h3 className="font-medium">{t("whatChanged")}</h3>
      {fields.length === 0 && <p className="leading-5 text-quiet">{t("changedElsewhere")}</p>}
      {fields.map((field) => (
        <dl key={field} className="grid gap-x-4 gap-y-1 pt-2 @2xl:grid-cols-2">
          <div>
            <dt className="text-xs text-quiet">{t("before", { field: t(`fields.${field}`) })}</dt>
            <dd>
              <Value value={taken[field]} />
            </dd>
          </div>
          <div>
            <dt className="text-xs text-quiet">{t("now", { field: t(`fields.${field}`) })}</dt>
            <dd>
              <Value value={found[field]} />
            </dd>
          </div>
        </dl>
      ))}
    </div>
  );
}

function isSame(one: McpDefinition, other: McpDefinition, field: DefinitionField): boolean {
  return JSON.stringify(one[field]) === JSON.stringify(other[field]);
}

/** A stranger's words, as they are. */
export function Value({ value }: { value: McpDefinition[DefinitionField] }) {
  const t = useTranslations("admin.mcp");
  if (value === null || value === "") return <span className="text-quiet">{t("nothing")}</span>;
  return typeof value === "string" ? (
    <p dir="auto" className="leading-5 whitespace-pre-wrap wrap-anywhere">
      {value}
    </p>
  ) : (
    <pre
      dir="ltr"
      className="max-h-60 overflow-auto rounded-lg bg-sunken p-2 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere"
    >
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
