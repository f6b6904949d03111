import type { Evidence, EvidenceRecords, EvidenceSource, SourceChange } from "./evidence";
import type { DocumentKind, ReadRoute } from "@/lib/features/evidence/shape/evidence";
import type { CitedSource } from "@/lib/protocol/tool-results";

export type SourceToCite = { url: string; title: string; site: string; publishedAt?: string };
export type TextToKeep =
  | ({
      kind: "page";
      number: number;
      text: string;
      query?: string;
      retrievedAt?: number;
      route?: ReadRoute;
      documentKind?: DocumentKind;
      pages?: readonly number[];
      iconUrl?: string;
    } & SourceToCite)
  | { kind: "search" | "result"; title: string; site: string; text: string; query: string };

export type LedgerOptions = {
  records: EvidenceRecords;
  userId: string;
  conversationId: string;
  now: () => number;
  /** A new random id; its first 8 letters and digits are used. */
  newId: () => string;
  /** Sees to the icon of a page's site, beside the work. */
  keepIcon?: (page: { url: string; iconUrl?: string | undefined }) => void;
};

/** What a conversation has seen, and under which number it is cited. */
export function createSourceLedger(options: LedgerOptions) {
  const { records, userId, conversationId, now, newId } = options;
  const change = createJoinedChange((work) => records.change(userId, conversationId, work));
  const newResultId = () =>
    `r_${newId()
      .replace(/[^A-Za-z0-9]/g, "")
      .slice(0, 8)}`;

  return {
    /** The same address, or the one it was asked for by, keeps its number in this conversation. */
    async cite(source: SourceToCite, askedUrl?: string): Promise<CitedSource> {
      const reservedId = newResultId();
      return change((sources) => citeIn(sources, source, askedUrl, reservedId));
    },

    /** Keeps the whole text under the id that recalls it; the same text of the same page keeps its id. */
    async keep(item: TextToKeep): Promise<string> {
      const freshId = newResultId();
      if (item.kind === "page" && isOwnRoute(item.route)) options.keepIcon?.(item);
      const record = toEvidence(item, await records.keepText(userId, conversationId, item.text), now());
      if (record.number !== null) return change((sources) => keepIn(sources, record, freshId));
      await records.keep(userId, conversationId, { id: freshId, record });
      return freshId;
    },

    async find(resultId: string): Promise<Evidence | null> {
      return records.find(userId, conversationId, resultId);
    },

    async listSources(): Promise<CitedSource[]> {
      return (await records.listSources(userId, conversationId)).map(toCited);
    },
  };
}
export type SourceLedger = ReturnType<typeof createSourceLedger>;

/** The site itself answered; who reads through others may not be welcome there. */
function isOwnRoute(route: ReadRoute | undefined): boolean {
  return route === "direct" || route === "browser";
}

function citeIn(
  sources: EvidenceSource[],
  source: SourceToCite,
  askedUrl: string | undefined,
  reservedId: string,
): SourceChange<CitedSource> {
  const addresses = [...new Set([source.url, askedUrl ?? source.url].map(toComparable))];
  const known = sources.find((candidate) =>
    candidate.addresses.some((address) => addresses.includes(address)),
  );
  if (known && addresses.every((address) => known.addresses.includes(address)))
    return { sources, evidence: [], result: toCited(known) };
  const cited: EvidenceSource = known
    ? { ...known, addresses: [...new Set([...known.addresses, ...addresses])] }
    : {
        ...source,
        number: Math.max(0, ...sources.map(({ number }) => number)) + 1,
        evidenceId: reservedId,
        addresses,
        contentHash: null,
      };
  const others = sources.filter(({ number }) => number !== cited.number);
  return {
    sources: [...others, cited].sort((a, b) => a.number - b.number),
    evidence: [],
    result: toCited(cited),
  };
}

function keepIn(sources: EvidenceSource[], record: Evidence, freshId: string): SourceChange<string> {
  const source = sources.find(({ number }) => number === record.number);
  if (source?.contentHash === record.contentHash) return { sources, evidence: [], result: source.evidenceId };
  // A page that has changed since gets an id of its own: what the model read before stays as it was.
  const id = source?.contentHash === null ? source.evidenceId : freshId;
  const kept = sources.map((other) =>
    other === source ? { ...other, evidenceId: id, contentHash: record.contentHash } : other,
  );
  return { sources: source ? kept : sources, evidence: [{ id, record }], result: id };
}

function toEvidence(
  item: TextToKeep,
  kept: Pick<Evidence, "text" | "contentHash" | "isCut">,
  retrievedAt: number,
): Evidence {
  const common = {
    title: item.title,
    site: item.site,
    retrievedAt: (item.kind === "page" ? item.retrievedAt : undefined) ?? retrievedAt,
    ...kept,
  };
  if (item.kind !== "page") return { kind: item.kind, number: null, url: null, ...common, query: item.query };
  const { number, url, publishedAt, query, route, documentKind, pages = [] } = item;
  return {
    kind: "page",
    number,
    url,
    ...common,
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(query === undefined ? {} : { query }),
    ...(route === undefined ? {} : { route }),
    ...(documentKind === undefined ? {} : { documentKind }),
    ...(pages.length === 0 ? {} : { pages: [...pages] }),
  };
}

function toCited({ number, evidenceId, url, title, site, publishedAt }: EvidenceSource): CitedSource {
  return { number, evidenceId, url, title, site, ...(publishedAt === undefined ? {} : { publishedAt }) };
}

/** Without fragment and tracking parameters, so that one page has one number. */
function toComparable(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  url.hash = "";
  for (const name of [...url.searchParams.keys()])
    if (/^(utm_\w+|fbclid|gclid)$/.test(name)) url.searchParams.delete(name);
  return url.href;
}

type ChangeSources<T> = (sources: EvidenceSource[]) => SourceChange<T>;

/**
 * What is asked for at once becomes one change, in the order of asking, and one change follows the other: a
 * transaction each would cost as many reads and writes, and they would make each other repeat.
 */
function createJoinedChange(apply: (work: ChangeSources<null>) => Promise<null>) {
  let waiting: ChangeSources<null>[] = [];
  let next: Promise<null> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function applyWaiting(): Promise<null> {
    const works = waiting;
    waiting = [];
    next = null;
    return apply((sources) => works.reduce(follow, { sources, evidence: [], result: null }));
  }

  return async <T>(work: ChangeSources<T>): Promise<T> => {
    const results: T[] = [];
    waiting.push((sources) => {
      const { result, ...change } = work(sources);
      results.push(result);
      return { ...change, result: null };
    });
    last = next ??= last.then(applyWaiting, applyWaiting);
    await next;
    // A transaction may have run it more than once: what counts came last.
    return results.at(-1) as T;
  };
}

function follow(before: SourceChange<null>, work: ChangeSources<null>): SourceChange<null> {
  const { sources, evidence } = work(before.sources);
  return { sources, evidence: [...before.evidence, ...evidence], result: null };
}
