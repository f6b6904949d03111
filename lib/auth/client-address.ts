import { isIPv6 } from "node:net";

/** Where the server writes the address of the connection; whatever a client sends under this name is overwritten. */
export const clientAddressHeader = "x-sextant-client";

/**
 * Whose attempts are counted together: the address that a trusted header or else the connection gives. Of a list the last
 * entry counts, which the nearest proxy added. Of IPv6 addresses the first 64 bits count, because a client owns the rest.
 */
export function toClientKey(headers: Headers, trustedHeader: string): string {
  const address = (headers.get(trustedHeader) ?? "").split(",").at(-1)?.trim().toLowerCase() ?? "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(address) ? toNetwork(address) : address || "unknown";
}

function toNetwork(address: string): string {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(":");
}
