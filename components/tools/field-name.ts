import type { useTranslations } from "next-intl";

/** A tool's field in the person's words; an unknown one in its own: "publishedAt" as "published at". */
export function toFieldName(name: string, t: ReturnType<typeof useTranslations<"chat.step">>): string {
  const known = knownFields.find((field) => field === name);
  return known === undefined ? name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase() : t(`field.${known}`);
}

const knownFields = [
  "aspectRatio",
  "categories",
  "category",
  "compare",
  "confidence",
  "content",
  "description",
  "detail",
  "differenceHours",
  "engine",
  "expression",
  "facts",
  "failures",
  "focus",
  "freshness",
  "heading",
  "hint",
  "instructions",
  "isExact",
  "keywords",
  "message",
  "model",
  "offset",
  "pages",
  "pictures",
  "query",
  "reason",
  "result",
  "results",
  "saved",
  "searchTerms",
  "shifted",
  "skipped",
  "sourceCategory",
  "style",
  "targetInfo",
  "text",
  "tier",
  "timezone",
  "title",
  "url",
  "urls",
  "why",
] as const;
