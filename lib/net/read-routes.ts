import { setTimeout as sleep } from "node:timers/promises";
import type { Resolve } from "./checked-lookup";
import {
  createGuardedFetch,
  createTrustedFetch,
  type FetchedPage,
  type FetchLimits,
  type GuardedFetch,
} from "./guarded-fetch";
import { judgeUrl } from "./judge-url";
import type { Route, RouteAnswer, Routes } from "./read-chain";
import { readDocument } from "./read-document";
import { toKindSizes, type ReadSettings } from "./read-settings";
import { readByService } from "./reader-service";
import type { Renderer } from "./render-page";
import type { CheckRobots } from "./robots";
import { createSizeLimit } from "./size-limit";
import { defaultUserAgent } from "./user-agent";
import { readFromArchive } from "./web-archive";
import { AppError, isAppError } from "@/lib/errors";
import { findStatus } from "./response-failure";

/** What the environment says of reading. */
export type RoutesConfig = {
  /** `host` or `host:port`, whose address may be private. Nobody else is told of their pages. */
  allowedHosts?: readonly string[];
  readerBaseUrl?: string | undefined;
  archiveBaseUrl?: string | undefined;
  userAgent?: string;
  resolve?: Resolve;
  limits?: Partial<FetchLimits>;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  random?: () => number;
};

export type RoutesParts = {
  checkRobots: CheckRobots;
  renderer: Renderer | null;
  /** The id of the person for whom the page is read. */
  owner?: string | undefined;
};

const pageLimits = { totalMs: 15_000 };
const robotsLimits = { totalMs: 5_000 };

/** The routes to a page that are set up, switched on and may be told of its address. */
export function createRoutes(
  url: string,
  config: RoutesConfig,
  parts: RoutesParts,
  settings: ReadSettings,
): Routes {
  const { readerBaseUrl, archiveBaseUrl } = config;
  const rules = { ports: settings.fetchPorts, allowedHosts: config.allowedHosts ?? [] };
  const judged = judgeUrl(url, rules);
  const mayTell = judged.allowed && !judged.isTrusted;
  const tools = toTools(config, parts, settings);
  return {
    direct: createDirectRoute(tools),
    ...(settings.browserEnabled && parts.renderer && { browser: createBrowserRoute(parts.renderer, tools) }),
    ...(mayTell &&
      settings.readerEnabled &&
      readerBaseUrl && { reader: createReaderRoute(readerBaseUrl, tools) }),
    ...(mayTell &&
      settings.archiveEnabled &&
      archiveBaseUrl && { archive: createArchiveRoute(archiveBaseUrl, tools) }),
  };
}

type Tools = ReturnType<typeof toTools>;

function toTools(config: RoutesConfig, { checkRobots, owner }: RoutesParts, settings: ReadSettings) {
  const {
    allowedHosts = [],
    userAgent = defaultUserAgent,
    resolve,
    limits,
    wait = waitFor,
    random = Math.random,
  } = config;
  const guard = { ports: settings.fetchPorts, userAgent, ...(resolve && { resolve }) };
  const sizes = toKindSizes(settings);
  const robotsFetch = createGuardedFetch({ ...guard, allowedHosts, limits: { ...robotsLimits, ...limits } });
  return {
    rules: { ports: settings.fetchPorts, allowedHosts },
    sizes,
    maxBytes: createSizeLimit(sizes),
    fetch: createGuardedFetch({ ...guard, allowedHosts, limits: { ...pageLimits, ...limits } }),
    /** For the servers of other routes: they may be private, and what they lead to may not. */
    fetchFrom: (base: string) =>
      createTrustedFetch([base], { ...guard, limits: { ...pageLimits, ...limits } }),
    checkRobots: (address: URL, signal: AbortSignal) =>
      settings.robotsRespected ? checkRobots(address, { fetch: robotsFetch, signal }) : Promise.resolve(),
    toDocument: (sent: { bytes: Uint8Array; contentType: string; url: string }, signal: AbortSignal) =>
      readDocument({ ...sent, signal, owner, limits: { pdfPages: settings.documentPages } }),
    wait,
    random,
  };
}

function createDirectRoute({ fetch, maxBytes, checkRobots, toDocument, wait, random }: Tools): Route {
  return async (url, { signal, timeLeft }) => {
    const beforeVisit = (address: URL) => checkRobots(address, signal);
    const page = await retryBusy(() => fetch(url, { signal, maxBytes, beforeVisit }), {
      signal,
      wait,
      random,
      timeLeft,
    });
    return { ...(await toDocument(page, signal)), url: page.url, isPrivate: isPrivate(page.headers) };
  };
}

function createReaderRoute(base: string, { fetchFrom, sizes, toDocument }: Tools): Route {
  return async (url, { signal }): Promise<RouteAnswer> => {
    const fetch: GuardedFetch = fetchFrom(base);
    const { bytes, contentType, headers, ...about } = await readByService(base, url, {
      fetch,
      signal,
      maxBytes: sizes.html,
    });
    return {
      ...(await toDocument({ bytes, contentType, url }, signal)),
      ...about,
      url,
      isPrivate: isPrivate(headers),
    };
  };
}

function createArchiveRoute(base: string, { fetchFrom, maxBytes, toDocument }: Tools): Route {
  return async (url, { signal }) => {
    const { page, archivedAt } = await readFromArchive(base, url, {
      fetch: fetchFrom(base),
      signal,
      maxBytes,
    });
    return {
      ...(await toDocument({ ...page, url }, signal)),
      url,
      archivedAt,
      isPrivate: isPrivate(page.headers),
    };
  };
}

function createBrowserRoute(renderer: Renderer, { rules, sizes, toDocument }: Tools): Route {
  return async (url, { signal }) => {
    const drawn = await renderer.render(url, { rules, maxBytes: sizes.html * 2, signal });
    const sent = {
      bytes: new TextEncoder().encode(drawn.html),
      contentType: "text/html; charset=utf-8",
      url: drawn.url,
    };
    return { ...(await toDocument(sent, signal)), url: drawn.url, isPrivate: false };
  };
}

/** RFC 9111, 5.2.2: what must not be stored, or not by somebody who serves many. */
function isPrivate(headers: FetchedPage["headers"]): boolean {
  return /(^|[\s,])(no-store|private)($|[\s,=])/i.test(headers["cache-control"] ?? "");
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}

type RetryOptions = {
  signal: AbortSignal;
  /** Rejects when the signal ends it. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
  /** In ms; a wait that takes longer is not begun. */
  timeLeft: () => number;
};

const waits = [500, 2_000];
const busyStatuses = new Set([429, 503]);

/**
 * Asks a busy server (429, 503) up to two more times, after half a second and two seconds and up to a quarter
 * more, or when the server says. Throws the last failure when that is later than there is time.
 */
async function retryBusy<VALUE>(
  ask: () => Promise<VALUE>,
  { signal, wait, random, timeLeft }: RetryOptions,
): Promise<VALUE> {
  for (const pause of waits) {
    try {
      return await ask();
    } catch (error) {
      if (!isAppError(error) || !busyStatuses.has(findStatus(error) ?? 0)) throw error;
      const ms = Math.max(pause * (1 + random() / 4), (error.retryAfter ?? 0) * 1000);
      if (ms >= timeLeft()) throw error;
      await wait(ms, signal).catch((cause: unknown) => {
        throw new AppError("aborted", "Waiting for the page was stopped.", { cause });
      });
    }
  }
  return ask();
}
