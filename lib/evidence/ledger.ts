import { cutEvidenceText, hashText, type Evidence, type EvidenceRecords, type Source } from "@/lib/data/evidence";
import type { CitedSource } from "@/lib/protocol/tool-results";

export type SourceToCite = { url: string; title: string; site: string; publishedAt?: string };
export type TextToKeep =
  | ({ kind: "page"; number: number; text: string; query?: string } & SourceToCite)
  | { kind: "search"; title: string; site: string; text: string; query: string };

export type LedgerOptions = {
  records: EvidenceRecords;
  userId: string;
  conversationId: string;
  now: () => number;
  /** A new random id; its first 8 letters and digits are used. */
  newId: () => string;
};

/** What a conversation has seen, and under which number it is cited. */
export function createSourceLedger({ records, userId, conversationId, now, newId }: LedgerOptions) {
  const runInTurn = createTurns();
  const newResultId = () =>
    `r_${newId()
      .replace(/[^A-Za-z0-9]/g, "")
      .slice(0, 8)}`;

  return {
    /** The source's number in this conversation: the same address, or the one it was asked for by, keeps its number. */
    async cite(source: SourceToCite, askedUrl?: string): Promise<CitedSource> {
      const reservedId = newResultId();
      return runInTurn(() => records.change(userId, conversationId, (sources) => citeIn(sources, source, askedUrl, reservedId)));
    },

    /** Keeps the whole text and gives the id by which it can be recalled; the same text of the same page keeps its id. */
    async keep(item: TextToKeep): Promise<string> {
      const freshId = newResultId();
      const record = toEvidence(item, now());
      return runInTurn(() => records.change(userId, conversationId, (sources) => keepIn(sources, record, freshId)));
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

function citeIn(sources: Source[], source: SourceToCite, askedUrl: string | undefined, reservedId: string) {
  const addresses = [...new Set([source.url, askedUrl ?? source.url].map(toComparable))];
  const known = sources.find((candidate) => candidate.addresses.some((address) => addresses.includes(address)));
  const cited: Source = known
    ? { ...known, addresses: [...new Set([...known.addresses, ...addresses])] }
    : { ...source, number: Math.max(0, ...sources.map(({ number }) => number)) + 1, evidenceId: reservedId, addresses, contentHash: null };
  const others = sources.filter(({ number }) => number !== cited.number);
  return { sources: [...others, cited].sort((a, b) => a.number - b.number), result: toCited(cited) };
}

function keepIn(sources: Source[], record: Evidence, freshId: string) {
  const source = sources.find(({ number }) => number === record.number);
  if (source?.contentHash === record.contentHash) return { sources, result: source.evidenceId };
  // A page that has changed since gets an id of its own: what the model read before stays as it was.
  const id = source?.contentHash === null ? source.evidenceId : freshId;
  const kept = sources.map((other) => (other === source ? { ...other, evidenceId: id, contentHash: record.contentHash } : other));
  return { sources: kept, evidence: { id, record }, result: id };
}

function toEvidence(item: TextToKeep, retrievedAt: number): Evidence {
  const common = { title: item.title, site: item.site, retrievedAt, contentHash: hashText(item.text), text: cutEvidenceText(item.text) };
  if (item.kind === "search") return { kind: "search", number: null, url: null, ...common, query: item.query };
  const { number, url, publishedAt, query } = item;
  return {
    kind: "page",
    number,
    url,
    ...common,
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(query === undefined ? {} : { query }),
  };
}

function toCited({ number, evidenceId, url, title, site, publishedAt }: Source): CitedSource {
  return { number, evidenceId, url, title, site, ...(publishedAt === undefined ? {} : { publishedAt }) };
}

/** Without fragment and tracking parameters, so that one page has one number. */
function toComparable(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  url.hash = "";
  for (const name of [...url.searchParams.keys()]) if (/^(utm_\w+|fbclid|gclid)$/.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** Runs one after the other what parallel tool calls ask for at once: they would only make each other's transaction repeat. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
