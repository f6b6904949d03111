import { randomBytes } from "node:crypto";
import { isIP, isIPv6 } from "node:net";

/** The server writes the connection's address here, over whatever a client sends under this name. */
export const clientAddressHeader = "x-sextant-client";

// Next may hold this module several times in a process, so the mark hangs on the process.
const slot = Symbol.for("sextant.client-mark");
type Process = typeof globalThis & { [slot]?: string };

/** The header that names the client: the environment's, the platform's, or the connection. */
export const toClientHeader = (env: { CLIENT_ADDRESS_HEADER?: string | undefined; isVercel: boolean }) =>
  env.CLIENT_ADDRESS_HEADER ?? (env.isVercel ? "x-real-ip" : clientAddressHeader);

/**
 * The address as the server writes it, with a mark that no client can know: a request that comes while the
 * server still starts keeps what its client wrote, and must not be believed.
 */
export function toMarkedAddress(address: string): string {
  return `${getMark()}${address}`;
}

function getMark(): string {
  const process = globalThis as Process;
  process[slot] ??= `${randomBytes(16).toString("hex")}@`;
  return process[slot];
}

/**
 * Whose attempts are counted together: the address from a trusted header, else the connection. Of a list the
 * last entry counts, added by the nearest proxy; of IPv6 the first 64 bits, because a client owns the rest.
 */
export function toClientKey(headers: Headers, trustedHeader: string): string {
  const address = readAddress(headers, trustedHeader);
  return isIPv6(address) ? toNetwork(address) : address || "unknown";
}

/** The client's whole address, for who bans it; `null` where it is none, or that of a proxy. */
export function findClientAddress(headers: Headers, trustedHeader: string, url: string): string | null {
  const isProxy = trustedHeader === clientAddressHeader && url.startsWith("https:");
  const address = readAddress(headers, trustedHeader);
  return isProxy || isIP(address) === 0 ? null : address;
}

/**
 * Like `toClientKey`, and `null` where the address is that of a proxy whose header nobody has named: this
 * server speaks no https itself, so before an https address there is one. What it adds to `X-Forwarded-For`
 * tells clients apart. Before an http address there may be none, and anybody could write that header.
 */
export function findClientKey(headers: Headers, trustedHeader: string, url: string): string | null {
  const address = toClientKey(headers, trustedHeader);
  if (trustedHeader !== clientAddressHeader || !url.startsWith("https:")) return address;
  // Next adds the connection's address where there is no such header.
  const forwarded = headers.has("x-forwarded-for") ? toClientKey(headers, "x-forwarded-for") : address;
  return forwarded === address ? null : `${address} for ${forwarded}`;
}

function readAddress(headers: Headers, trustedHeader: string): string {
  const last = readHeader(headers, trustedHeader).split(",").at(-1) ?? "";
  const address = toBareAddress(last.trim().toLowerCase());
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

/** Some proxies add the port of the connection, which a client changes at will. */
function toBareAddress(address: string): string {
  return (
    /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address
  );
}

function readHeader(headers: Headers, name: string): string {
  const value = headers.get(name) ?? "";
  if (name !== clientAddressHeader) return value;
  return value.startsWith(getMark()) ? value.slice(getMark().length) : "";
}

function toNetwork(address: string): string {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
