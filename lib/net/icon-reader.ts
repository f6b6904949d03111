import { findImageType } from "@/lib/protocol/pictures";
import { createDocumentPool } from "./documents/document-pool";
import type { GuardedFetch } from "./guarded-fetch";
import { createSharedCache } from "./shared-cache";

/** A page that was read, and the icon that it declares. */
export type IconPage = { url: string; iconUrl?: string | undefined };
/** A small PNG, or `null` where the site has no icon that can be drawn. Throws `aborted` only. */
export type ReadIcon = (page: IconPage, signal: AbortSignal) => Promise<Uint8Array | null>;

type IconReaderDeps = {
  fetch: GuardedFetch;
  /** Whether an address is inside the own network: a stranger's page does not choose what is asked there. */
  isInside?: (url: string) => boolean;
  now: () => number;
};

const maxBytes = 256 * 1024;
const hour = 60 * 60_000;

/** Reads the icons of sites, each once in some hours: the declared one, else that at the usual address. */
export function createIconReader({ fetch, isInside = () => false, now }: IconReaderDeps): ReadIcon {
  const cache = createSharedCache<{ png: Uint8Array | null }>({ maxBytes: 4 * 1024 * 1024, now });
  return async (page, signal) => {
    const usual = new URL("/favicon.ico", page.url).href;
    const declared = page.iconUrl ?? usual;
    const mayAsk = isInside(page.url) || !isInside(declared);
    const addresses = [...new Set(mayAsk ? [declared, usual] : [usual])];
    const load = async (ending: AbortSignal) => {
      const png = await readFirst(addresses, fetch, ending);
      return { value: { png }, bytes: 1_000 + (png?.length ?? 0), keepMs: png === null ? hour : 6 * hour };
    };
    return (await cache.get(addresses.join(" "), load, signal)).value.png;
  };
}

async function readFirst(
  addresses: readonly string[],
  fetch: GuardedFetch,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  for (const address of addresses) {
    // Whatever is wrong with an icon is the site's affair: its letter stands there instead.
    const png = await readIcon(address, fetch, signal).catch(() => null);
    if (png !== null) return png;
    signal.throwIfAborted();
  }
  return null;
}

async function readIcon(url: string, fetch: GuardedFetch, signal: AbortSignal): Promise<Uint8Array | null> {
  const accept = "image/png, image/x-icon, image/webp, image/jpeg, image/gif";
  const { bytes } = await fetch(url, { signal, maxBytes, accept });
  return canBeDrawn(bytes) ? drawElsewhere({ bytes }, signal) : null;
}

/** By the first bytes, whatever it is called. SVG can hold scripts and addresses, and is none. */
function canBeDrawn(bytes: Uint8Array): boolean {
  return findImageType(bytes) !== null || icoStart.every((byte, index) => bytes[index] === byte);
}

const icoStart = [0, 0, 1, 0];

const drawElsewhere = createDocumentPool("icon", {
  size: 1,
  timeLimitMs: 3_000,
  memoryMb: 128,
  idleMs: 10_000,
});
