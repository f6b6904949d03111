import { DateTime } from "luxon";
import { isRecord, parseJson } from "@/lib/protocol/json";
import { listElements } from "./list-elements";

/**
 * When the page says that it was published, as ISO 8601 in UTC. Only what the page declares about itself
 * counts: a date in its text can be of anything. Where it names only its last change, that is taken.
 */
export function findPublishedDate(document: Document): string | null {
  const elements = listElements(document.documentElement);
  const items = listLinkedData(elements);
  const declared = [
    ...items.map((item) => item["datePublished"]),
    ...listMetaDates(elements),
    ...listTimes(elements),
    ...items.map((item) => item["dateModified"]),
  ];
  return declared.map(toIsoDate).find((date) => date !== null) ?? null;
}

const metaNames = [
  ...[
    "article:published_time",
    "og:article:published_time",
    "og:published_time",
    "datepublished",
    "publishdate",
    "pubdate",
  ],
  ...(
    "dcterms.issued dc.date.issued dc.date dcterms.date citation_publication_date parsely-pub-date " + "date"
  ).split(" "),
];

/** What JSON-LD tells of the page; things nested in others (comments, recommendations) are left out. */
function listLinkedData(elements: Element[]): Record<string, unknown>[] {
  const scripts = elements.filter(
    (element) => element.localName === "script" && element.getAttribute("type") === "application/ld+json",
  );
  return scripts.flatMap((script) => {
    const tops = [parseJson(script.textContent ?? "")].flat().filter(isRecord);
    return tops.flatMap((top) => [top, ...[top["@graph"]].flat().filter(isRecord)]);
  });
}

function listMetaDates(elements: Element[]): (string | null)[] {
  const metas = elements.filter((element) => element.localName === "meta" && element.hasAttribute("content"));
  const byName = metaNames.flatMap((name) =>
    metas.filter((meta) =>
      [meta.getAttribute("property"), meta.getAttribute("name")].some(
        (found) => found?.toLowerCase() === name,
      ),
    ),
  );
  const byProperty = metas.filter((meta) => meta.getAttribute("itemprop") === "datePublished");
  return [...byName, ...byProperty].map((meta) => meta.getAttribute("content"));
}

function listTimes(elements: Element[]): (string | null)[] {
  const times = elements.filter(
    (element) =>
      element.localName === "time" && element.hasAttribute("datetime") && element.closest("header") !== null,
  );
  const published = times.filter(
    (time) =>
      time.hasAttribute("pubdate") ||
      (time.getAttribute("itemprop") ?? "").split(/\s+/).includes("datePublished"),
  );
  return published.map((time) => time.getAttribute("datetime"));
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
