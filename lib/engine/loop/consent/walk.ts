import { freeBits, freeLinks, freeSiteBits, nothingSpent, type Spent } from "@/lib/protocol/spent";
import type { WalkEvent } from "./view";

export type StepConsent = "free" | "ask" | "unknown";

/**
 * Follows a conversation from address to address. Which of the addresses that are known is read next tells
 * the one who owns them something: what an ideal code would take to name it. The earlier it stands in the
 * newest list and the fewer there are, the less; not going on is one of the choices. So all sequences of free
 * steps together tell no more than `freeBits`, and on sites that the person named no more than
 * `freeSiteBits`. Addresses that they typed cost nothing. `before`: what was told already.
 */
export function createWalk(typed: readonly string[], before: Spent = nothingSpent, mostBits = freeBits) {
  const hosts = new Set(typed.flatMap(listHosts));
  const free = new Set(typed.flatMap(listAddresses));
  /**
   * What else was offered, the newest list first, each list in its order: anywhere, and on a site that was
   * typed.
   */
  let open: string[] = [];
  let onSites: string[] = [];
  const listed = new Set<string>();
  const tried = new Set<string>();
  let { bits, links, siteBits } = before;

  const isOnNamedHost = (url: URL | null) => isAnyHost(url, hosts);

  function offer({ kind, urls, from = "" }: WalkEvent & { kind: "listed" | "linked" }): void {
    // What stands on a named site is its own; what a stranger says of that site may lead anywhere.
    const isOfSite = (address: string) =>
      isOnNamedHost(URL.parse(address)) &&
      (kind === "listed" || URL.parse(address)?.host === URL.parse(from)?.host);
    const addresses = urls.map(toComparable).filter((address) => !free.has(address));
    const own = new Set([...onSites, ...addresses.filter(isOfSite)]);
    if (kind === "listed") for (const address of addresses) listed.add(address);
    onSites = [...new Set([...addresses.filter((address) => own.has(address)), ...onSites])];
    open = [...new Set([...addresses, ...open])].filter((address) => !own.has(address));
  }

  /** Takes an address, and says whether it may be read without asking. */
  function take(given: string): StepConsent {
    const address = toComparable(given);
    const url = URL.parse(address);
    if (free.has(address) || (url !== null && isOnNamedHost(url) && isFirstPage(url))) return "free";
    const siteCost = findCost(address, onSites, tried);
    const cost = siteCost ?? findCost(address, open, tried);
    if (cost === null) return "unknown";
    tried.add(address);
    if (siteCost !== null) {
      siteBits += siteCost;
      return siteBits > freeSiteBits ? "ask" : "free";
    }
    const isLink = !listed.has(address);
    bits += cost;
    if (isLink) links += 1;
    return bits > mostBits || (isLink && links > freeLinks) ? "ask" : "free";
  }

  return {
    take,
    replay: (event: WalkEvent): void =>
      void (event.kind === "tried" ? tried.add(toComparable(event.url)) : offer(event)),
    spent: (): Spent => ({ bits, links, siteBits }),
    /** Whether a site was typed, or stands in an address that was typed or offered. */
    knowsHost: (host: string) =>
      hosts.has(host) || [...free, ...onSites, ...open].some((address) => URL.parse(address)?.host === host),
    /** Whether the person or a search engine named its host, and not only a page. */
    isGiven: (url: URL) =>
      isOnNamedHost(url) || [...free, ...listed].some((address) => URL.parse(address)?.host === url.host),
  };
}

function isAnyHost(url: URL | null, hosts: ReadonlySet<string>): boolean {
  return url !== null && (hosts.has(url.host) || hosts.has(url.host.replace(/^www\./, "")));
}

/** Bits; `null` for an address that nobody gave. What was tried already comes last. */
function findCost(address: string, open: readonly string[], tried: ReadonlySet<string>): number | null {
  const choices = [...open.filter((other) => !tried.has(other)), ...open.filter((other) => tried.has(other))];
  const place = choices.indexOf(address) + 1;
  if (place === 0) return null;
  const total = choices.reduce((sum, _, index) => sum + 1 / (index + 1), 1);
  return Math.log2(total * place);
}

const addressPattern = /https?:\/\/[^\s<>"'`“”‘’「」《》（）]{1,4000}/giu;

/** The addresses that stand in a text, without the part behind `#`. */
export function listAddresses(text: string): string[] {
  return [...text.matchAll(addressPattern)].flatMap(([found]) => toReadings(found).map(toComparable));
}

/**
 * Where a text goes on after an address nobody can tell: a bracket or a full stop behind it may be its own.
 */
function toReadings(found: string): string[] {
  const bare = found.replace(/[.,;:!?…。，；：！？)\]}|*_~]{1,20}$/u, "");
  const inside = /^[^()[\]]*/.exec(found)?.[0] ?? found;
  return [...new Set([found, bare, `${bare})`, inside.replace(/[.,;:!?]{1,20}$/, "")])].filter((reading) =>
    URL.canParse(reading),
  );
}

/** The part behind `#` never leaves the browser. */
function toComparable(address: string): string {
  const url = URL.parse(address.trim());
  if (url === null) return address;
  url.hash = "";
  return url.href;
}

const hostPattern =
  /(?<![\p{L}\p{N}@/._-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,6}[a-z]{2,24}(?![\p{L}\p{N}_-]|\.[a-z])/giu;

/** Sites that are named without their whole address. */
export function listHosts(text: string): string[] {
  return [...text.matchAll(hostPattern)].map(([host]) => host.toLowerCase());
}

/** What else stands in an address could be anything. */
function isFirstPage({ pathname, search, username, password }: URL): boolean {
  return pathname === "/" && search === "" && username === "" && password === "";
}
