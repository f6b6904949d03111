import { DateTime } from "luxon";

/**
 * When the page says that it was published, as ISO 8601 in UTC. Only what the page declares about itself counts: a date in
 * its text can be of anything. Where it names only its last change, that is taken.
 */
export function findPublishedDate(document: Document): string | null {
  const items = listLinkedData(document);
  const declared = [
    ...items.map((item) => item["datePublished"]),
    ...listMetaDates(document),
    ...listTimes(document),
    ...items.map((item) => item["dateModified"]),
  ];
  return declared.map(toIsoDate).find((date) => date !== null) ?? null;
}

const metaNames = [
  ...["article:published_time", "og:article:published_time", "og:published_time", "datepublished", "publishdate", "pubdate"],
  ...["dcterms.issued", "dc.date.issued", "dc.date", "dcterms.date", "citation_publication_date", "parsely-pub-date", "date"],
];

/** The things that JSON-LD tells of the page; those nested in others (comments, recommended pages) are left out. */
function listLinkedData(document: Document): Record<string, unknown>[] {
  return [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) => {
    const tops = [parseJson(script.textContent ?? "")].flat().filter(isRecord);
    return tops.flatMap((top) => [top, ...[top["@graph"]].flat().filter(isRecord)]);
  });
}

function listMetaDates(document: Document): (string | null)[] {
  const metas = [...document.querySelectorAll("meta[content]")];
  const byName = metaNames.flatMap((name) =>
    metas.filter((meta) => [meta.getAttribute("property"), meta.getAttribute("name")].some((found) => found?.toLowerCase() === name)),
  );
  const byProperty = metas.filter((meta) => meta.getAttribute("itemprop") === "datePublished");
  return [...byName, ...byProperty].map((meta) => meta.getAttribute("content"));
}

function listTimes(document: Document): (string | null)[] {
  const times = document.querySelectorAll('header time[datetime][pubdate], header time[datetime][itemprop~="datePublished"]');
  return [...times].map((time) => time.getAttribute("datetime"));
}

/** A time without a zone is taken as UTC, so that the day stays the one that was written. */
function toIsoDate(declared: unknown): string | null {
  const text = typeof declared === "string" ? declared.trim() : "";
  // Without a year in four digits, parsers find dates in nearly everything.
  if (!/(^|\D)\d{4}/.test(text)) return null;
  const parsed = DateTime.fromISO(text, { zone: "utc" });
  const times = [parsed.isValid ? parsed.toMillis() : NaN, Date.parse(`${text} UTC`), Date.parse(text)];
  const time = times.find((value) => !Number.isNaN(value));
  return time === undefined ? null : new Date(time).toISOString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
