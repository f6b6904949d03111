import { holdsPersonal } from "./personal";
import type { ConsentView } from "./view";

/** Those that stand nowhere, letter by letter, in what strangers wrote or the person said: an address can carry anything away. */
export function listUnseenAddresses(
  addresses: readonly string[],
  { strangers, question, earlier }: Pick<ConsentView, "strangers" | "question" | "earlier">,
): string[] {
  const words = [question, ...earlier];
  const seen = new Set([...strangers, ...words].flatMap(listAddresses));
  const named = new Set(words.flatMap(listHosts));
  return addresses.filter((address) => !seen.has(toComparable(address)) && !isNamedHost(address, named));
}

/** So many addresses that only pages name are read in a conversation without asking. */
const freeSteps = 3;

/**
 * Those that only pages name, once there are so many of them that reading one and not another could spell something private. Empty while nothing private is in the conversation.
 */
export function listFollowed(addresses: readonly string[], view: ConsentView): string[] {
  const words = [view.question, ...view.earlier];
  if (!holdsPersonal({ facts: view.facts, earlier: [...view.earlier, ...view.summary.split("\n")] }))
    return [];
  const open = new Set([...view.listed, ...words].flatMap(listAddresses));
  const named = new Set(words.flatMap(listHosts));
  const isFollowed = (address: string) => !open.has(toComparable(address)) && !isNamedHost(address, named);
  const before = new Set(view.fetched.map(toComparable));
  const next = addresses.filter((address) => isFollowed(address) && !before.has(toComparable(address)));
  const walked = view.fetched.filter(isFollowed).length;
  return walked + next.length > freeSteps ? next : [];
}

const addressPattern = /https?:\/\/[^\s<>"'`“”‘’「」《》（）]+/giu;

function listAddresses(text: string): string[] {
  return [...text.matchAll(addressPattern)].flatMap(([found]) => toReadings(found).map(toComparable));
}

/** Where a text goes on after an address nobody can tell: a bracket or a full stop behind it may be its own. */
function toReadings(found: string): string[] {
  const bare = found.replace(/(?<![.,;:!?…。，；：！？)\]}|*_~])[.,;:!?…。，；：！？)\]}|*_~]+$/u, "");
  const inside = /^[^()[\]]*/.exec(found)?.[0] ?? found;
  return [...new Set([found, bare, `${bare})`, inside.replace(/(?<![.,;:!?])[.,;:!?]+$/, "")])].filter(
    (reading) => URL.canParse(reading),
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

/** Sites that the person names without writing their whole address. */
function listHosts(text: string): string[] {
  return [...text.matchAll(hostPattern)].map(([host]) => host.toLowerCase());
}

/** Only a site's first page: what else stands in an address could be anything. */
function isNamedHost(address: string, named: ReadonlySet<string>): boolean {
  const url = URL.parse(address);
  if (url === null || url.pathname !== "/" || url.search !== "" || url.username !== "" || url.password !== "")
    return false;
  return named.has(url.host) || named.has(url.host.replace(/^www\./, ""));
}
