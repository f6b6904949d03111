import { isIP } from "node:net";
import { judgeAddress } from "./address";

export type UrlRules = {
  /** Ports that may be asked. */
  ports?: readonly number[];
  /** `host` or `host:port` entries whose address and, with a port, whose port is not judged. */
  allowedHosts?: readonly string[];
};

export type JudgedUrl = { allowed: true; url: URL; isTrusted: boolean } | { allowed: false; reason: string };

export const webPorts: readonly number[] = [80, 443, 8080, 8443];
const maxUrlLength = 2048;

/**
 * Whether an address from a stranger may be asked, before any name is resolved. WHATWG parsing has turned
 * decimal, octal and hexadecimal IPv4 into its plain form. The reason completes "… was not read: it …".
 */
export function judgeUrl(text: string, rules: UrlRules = {}): JudgedUrl {
  if (text.length > maxUrlLength) return refuse(`is longer than ${maxUrlLength} characters`);
  const url = URL.parse(text);
  if (!url) return refuse("is not a web address");
  if (url.protocol !== "http:" && url.protocol !== "https:") return refuse("is not an http or https address");
  if (url.username || url.password) return refuse("carries a user name or password");
  const trust = findTrust(url, rules.allowedHosts ?? []);
  if (trust !== "host and port" && !(rules.ports ?? webPorts).includes(getPort(url)))
    return refuse(`uses port ${getPort(url)}`);
  if (trust !== "none") return { allowed: true, url, isTrusted: true };
  const problem = findHostProblem(url.hostname);
  return problem ? refuse(problem) : { allowed: true, url, isTrusted: false };
}

/** The rules for what a page asks of its own accord: of the hosts that are trusted only its own. */
export function toPageRules(page: string, rules: UrlRules): UrlRules & { isTrusted: boolean } {
  const url = URL.parse(page);
  const own = (rules.allowedHosts ?? []).filter((host) => url !== null && findTrust(url, [host]) !== "none");
  return { ...rules, allowedHosts: own, isTrusted: own.length > 0 };
}

/** Whether the environment allows its host although that may be private. */
export function isTrusted(address: string, allowedHosts: readonly string[]): boolean {
  const url = URL.parse(address);
  return url !== null && findTrust(url, allowedHosts) !== "none";
}

/** The rules for where a page sends its reader: a stranger's may not lead to a host that is trusted. */
export function toRedirectRules(from: JudgedUrl & { allowed: true }, rules: UrlRules): UrlRules {
  return from.isTrusted ? rules : { ...rules, allowedHosts: [] };
}

export function getPort(url: URL): number {
  return url.port ? Number(url.port) : url.protocol === "https:" ? 443 : 80;
}

function findTrust(url: URL, allowedHosts: readonly string[]): "none" | "host" | "host and port" {
  const entries = allowedHosts.map((entry) => entry.trim().toLowerCase());
  if (entries.includes(`${url.hostname}:${getPort(url)}`)) return "host and port";
  return entries.includes(url.hostname) ? "host" : "none";
}

function findHostProblem(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare)) {
    const judged = judgeAddress(bare);
    return judged.allowed ? null : judged.reason;
  }
  if (hostname.endsWith(".")) return "ends its host name with a dot";
  if (!hostname.includes(".") || privateNames.test(hostname)) return "names a host inside a private network";
  if (otherNames.test(hostname)) return "names a host outside the web";
  return null;
}

/** RFC 6761, 6762 and 8375, ICANN's `.internal`; common names (RFC 6762, appendix G; ICANN's collisions). */
const privateNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;
/** Names that are looked up elsewhere than in the DNS, or never (RFC 7686, 9476, 6761). */
const otherNames = /(^|\.)(onion|alt|i2p|invalid)$/;

function refuse(reason: string): JudgedUrl {
  return { allowed: false, reason };
}
