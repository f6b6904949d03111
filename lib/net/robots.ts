import createRobotsParser from "robots-parser";
import { AppError, toAppError } from "@/lib/errors";
import type { GuardedFetch } from "./guarded-fetch";
import { findStatus } from "./response-failure";
import { createSharedCache, type Loaded } from "./shared-cache";
import { robotsName } from "./user-agent";

/** Throws `page_refused` where the site's `robots.txt` does not want this page read by us. */
export type CheckRobots = (url: URL, options: { fetch: GuardedFetch; signal: AbortSignal }) => Promise<void>;

type Rules = { allows: (url: string) => boolean; refusal: string };

/** RFC 9309 asks for at least this much to be read; what is beyond counts as missing. */
const maxBytes = 500 * 1024;
const hour = 60 * 60_000;
const failureMs = 5 * 60_000;

/**
 * RFC 9309's rules, kept an hour per origin: without a file (4xx) everything may be read; a server that fails
 * (429, 5xx) refuses everything, kept five minutes. A failed connection is thrown: the page's would fail too.
 */
export function createRobotsCheck({ now }: { now: () => number }): CheckRobots {
  const cache = createSharedCache<Rules>({ maxBytes: 16 * 1024 * 1024, now });
  return async (url, { fetch, signal }) => {
    const { value } = await cache.get(url.origin, (ending) => loadRules(url, fetch, ending), signal);
    if (!value.allows(url.href)) throw new AppError("page_refused", `${url.host} ${value.refusal}`);
  };
}

async function loadRules({ origin }: URL, fetch: GuardedFetch, signal: AbortSignal): Promise<Loaded<Rules>> {
  const address = `${origin}/robots.txt`;
  try {
    const { bytes } = await fetch(address, {
      signal,
      maxBytes,
      isCutAtLimit: true,
      accept: "text/plain, */*;q=0.5",
    });
    const text = keepOurGroups(new TextDecoder().decode(bytes), robotsName);
    const parser = createRobotsParser(address, text);
    const allows = (url: string) => parser.isAllowed(url, robotsName) ?? true;
    // The parsed rules take some times their text.
    return {
      value: { allows, refusal: "asks programs like this one not to read this page (robots.txt)." },
      bytes: 1_000 + text.length * 4,
      keepMs: hour,
    };
  } catch (error) {
    return toRulesOfFailure(toAppError(error));
  }
}

function toRulesOfFailure(error: AppError): Loaded<Rules> {
  const status = findStatus(error);
  if (error.code === "not_found" || error.code === "page_refused" || error.code === "unsupported_media") {
    return { value: { allows: () => true, refusal: "" }, bytes: 1_000, keepMs: hour };
  }
  if (status === null) throw error;
  const refusal = `does not give its robots.txt (${status}), which counts as a wish not to be read.`;
  return { value: { allows: () => false, refusal }, bytes: 1_000, keepMs: failureMs };
}

const maxRules = 2_000;
/** A pattern with wildcards costs its length times the path's, so these are rationed together. */
const maxWildCharacters = 32 * 1024;
const maxPatternLength = 2_048;

/**
 * The groups that speak to us or everybody, within limits: the parser holds each rule once for each name of
 * its group, so that a hostile file of 500 KB would take gigabytes. Rules beyond the limits count as missing.
 */
export function keepOurGroups(text: string, ourName: string): string {
  const lines: string[] = [];
  let names = new Set<string>();
  let isNaming = false;
  let wildCharacters = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const { key, value } = readField(line);
    if (key === "user-agent") {
      if (!isNaming) names = new Set();
      isNaming = true;
      const name = value.trim().split("/")[0]?.toLowerCase() ?? "";
      if (name === "*" || name === ourName.toLowerCase()) names.add(name);
    }
    if (key !== "allow" && key !== "disallow") continue;
    isNaming = false;
    if (value.includes("*")) wildCharacters += value.length;
    if (names.size === 0 || wildCharacters > maxWildCharacters || lines.length / 2 >= maxRules) continue;
    for (const name of names) lines.push(`User-agent: ${name}`, `${key}: ${value.trim()}`);
  }
  return lines.join("\n");
}

function readField(line: string): { key: string; value: string } {
  const [, field = "", value = ""] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line.slice(0, maxPatternLength)) ?? [];
  return { key: field.toLowerCase(), value };
}
