import ipaddr from "ipaddr.js";

export type Judgement = { allowed: true } | { allowed: false; reason: string };

/**
 * Whether an IP address belongs to the public internet. Only global unicast passes; whatever embeds or
 * translates to another address is refused. The reason completes "the address …".
 */
export function judgeAddress(ip: string): Judgement {
  const bare = ip.replace(/^\[|\]$/g, "");
  // isValid() also takes short, octal and hexadecimal IPv4, which resolvers never answer.
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return judgeIPv4(ipaddr.IPv4.parse(bare));
  if (!bare.includes("%") && ipaddr.IPv6.isValid(bare)) return judgeIPv6(ipaddr.IPv6.parse(bare));
  return refuse("is not a plain IP address");
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

function judgeIPv4(address: ipaddr.IPv4): Judgement {
  if (platformAddresses.has(address.toString())) return refuse("belongs to the hosting platform");
  return judgeRange(address.range());
}

function judgeIPv6(address: ipaddr.IPv6): Judgement {
  const judged = judgeRange(address.range());
  if (!judged.allowed) return judged;
  const [first = 0, , , , fifth = 0, sixth = 0] = address.parts;
  // IANA gave out global unicast from 2000::/3 only; this also covers the old IPv4-compatible ::a.b.c.d.
  if (first >> 13 !== 1) return refuse("is reserved");
  // ISATAP (RFC 5214) puts an IPv4 address behind 0:5efe or 200:5efe.
  if (sixth === 0x5efe && (fifth & ~0x0200) === 0) return refuse("wraps another address");
  return { allowed: true };
}

function judgeRange(range: string): Judgement {
  return range === "unicast" ? { allowed: true } : refuse(rangeReasons[range] ?? "is reserved");
}

function refuse(reason: string): Judgement {
  return { allowed: false, reason };
}
