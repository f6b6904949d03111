import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

export type AddressJudgement = { allowed: true } | { allowed: false; reason: string };

/**
 * Whether an IP address belongs to the public internet. Only global unicast passes; whatever embeds or
 * translates to another address is refused. The reason completes "the address …".
 */
export function judgeAddress(ip: string, interfaces = networkInterfaces): AddressJudgement {
  const bare = ip.replace(/^\[|\]$/g, "");
  const address = parseAddress(bare);
  if (address === null) return refuse("is not a plain IP address");
  const judged = address instanceof ipaddr.IPv4 ? judgeIPv4(address) : judgeIPv6(address);
  return judged.allowed && isBeside(address, interfaces())
    ? refuse("is this machine's own, or beside it")
    : judged;
}

/** Whether a host, as WHATWG parsing writes it, is this machine or beside it, by its address or its name. */
export function isNearHost(host: string): boolean {
  const address = parseAddress(host.replace(/^\[|\]$/g, ""));
  return address === null ? nearName.test(host) : nearRanges.has(address.range());
}

const nearRanges = new Set(["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"]);
/** One word, as containers have; names that RFC 6761, 6762, 8375 and ICANN keep for near machines. */
const nearName = /^[^.]+$|\.(?:localhost|local|lan|home\.arpa|internal)$/;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function parseAddress(bare: string): Address | null {
  // isValid() also takes short, octal and hexadecimal IPv4, which resolvers never answer.
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return !bare.includes("%") && ipaddr.IPv6.isValid(bare) ? ipaddr.IPv6.parse(bare) : null;
}

/** A shorter prefix, as tunnels have, says nothing of who is near. */
const leastPrefix = 8;

/**
 * Whether an address lies in a network that one of this machine's interfaces is on, its own public addresses
 * among them.
 */
function isBeside(address: Address, interfaces: ReturnType<typeof networkInterfaces>): boolean {
  return Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .some(({ cidr, address: own }) => {
      const [network, bits] = cidr === null ? [null, 0] : ipaddr.parseCIDR(cidr);
      if (network === null || network.kind() !== address.kind()) return false;
      return (
        address.toString() === ipaddr.parse(own).toString() ||
        (bits >= leastPrefix && isIn(address, network, bits))
      );
    });
}

function isIn(address: Address, network: Address, bits: number): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}

/** Metadata and platform services that live at addresses which look public. */
const platformAddresses = new Set([
  "168.63.129.16", // Azure WireServer
]);

const rangeReasons: Record<string, string> = {
  unspecified: "is unspecified",
  broadcast: "is a broadcast address",
  multicast: "is a multicast address",
  linkLocal: "is link-local",
  loopback: "leads back to this machine",
  carrierGradeNat: "is inside a provider's network",
  private: "is inside a private network",
  uniqueLocal: "is inside a private network",
  deprecatedSiteLocal: "is inside a private network",
  ipv4Mapped: "wraps another address",
  rfc6145: "wraps another address",
  rfc6052: "wraps another address",
  "6to4": "wraps another address",
  teredo: "wraps another address",
};

function judgeIPv4(address: ipaddr.IPv4): AddressJudgement {
  if (platformAddresses.has(address.toString())) return refuse("belongs to the hosting platform");
  return judgeRange(address.range());
}

function judgeIPv6(address: ipaddr.IPv6): AddressJudgement {
  const judged = judgeRange(address.range());
  if (!judged.allowed) return judged;
  const [first = 0, , , , fifth = 0, sixth = 0] = address.parts;
  // IANA gave out global unicast from 2000::/3 only; this also covers the old IPv4-compatible ::a.b.c.d.
  if (first >> 13 !== 1) return refuse("is reserved");
  // ISATAP (RFC 5214) puts an IPv4 address behind 0:5efe or 200:5efe.
  if (sixth === 0x5efe && (fifth & ~0x0200) === 0) return refuse("wraps another address");
  return { allowed: true };
}

function judgeRange(range: string): AddressJudgement {
  return range === "unicast" ? { allowed: true } : refuse(rangeReasons[range] ?? "is reserved");
}

function refuse(reason: string): AddressJudgement {
  return { allowed: false, reason };
}
