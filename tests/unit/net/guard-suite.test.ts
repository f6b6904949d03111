import { isIP } from "node:net";
import { judgeAddress } from "@/lib/net/address";
import { createGuardedFetch } from "@/lib/net/guarded-fetch";
import { judgeUrl } from "@/lib/net/judge-url";
import { describe, expect, it } from "vitest";
import { lookUp } from "./look-up";
import { ipv4Ranges, ipv6Ranges, metadataServices, publicAddresses, trickyAddresses } from "./guard-data";

const ranges = [...ipv4Ranges, ...ipv6Ranges];
const edges = ranges.flatMap(({ name, first, last }) =>
  [...new Set([first, last])].map((address) => ({ name, address })),
);
const neighbours = ranges.flatMap(({ name, before, after }) =>
  [before, after].flatMap((address) => (address === undefined ? [] : [{ name, address }])),
);
const signal = new AbortController().signal;
/** Nobody is asked for a name here: whoever asks has let an address through. */
const fetchWithoutNames = createGuardedFetch({
  resolve: (hostname) => Promise.reject(new Error(`${hostname} was looked up`)),
});
/** Of the others a guard that fails would reach somebody; about them only the decision is asked. */
function leadsNowhere(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  return isIP(host) === 0 || host.startsWith("127.") || host === "::1";
}
const toHost = (address: string) => (address.includes(":") ? `[${address}]` : address);

describe("an address of a range that is not public", () => {
  it.each(edges)("is refused at the edge of $name: $address", ({ address }) => {
    expect(judgeAddress(address)).toEqual({ allowed: false, reason: expect.any(String) });
    expect(judgeUrl(`http://${toHost(address)}/`)).toMatchObject({ allowed: false });
  });

  it.each(edges)("is refused as the answer for a name, $name: $address", async ({ address }) => {
    await expect(lookUp([address])).rejects.toMatchObject({ code: "address_refused" });
  });

  it.each(neighbours)("ends where it ends: $address beside $name is public", ({ address }) => {
    expect(judgeAddress(address)).toEqual({ allowed: true });
    expect(judgeUrl(`http://${toHost(address)}/`)).toMatchObject({ allowed: true, isTrusted: false });
  });

  it.each(metadataServices)("is refused where a platform tells its secrets: %s (%s)", async (address) => {
    expect(judgeAddress(address)).toMatchObject({ allowed: false });
    expect(judgeUrl(`http://${toHost(address)}/`)).toMatchObject({ allowed: false });
  });

  it.each(ipv4Ranges)("is refused inside IPv6, whatever wraps it: $name", ({ first }) => {
    const [a = 0, b = 0, c = 0, d = 0] = first.split(".").map(Number);
    const [high, low] = [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)];
    const wrapped = [
      `::ffff:${first}`,
      `::${first}`,
      `::ffff:0:${first}`,
      `64:ff9b::${first}`,
      `64:ff9b:1::${first}`,
      `2002:${high}:${low}::1`,
      `2606:4700::5efe:${first}`,
      `2606:4700::200:5efe:${first}`,
    ];
    expect(wrapped.filter((address) => judgeAddress(address).allowed)).toEqual([]);
  });
});

describe("an address written to deceive", () => {
  it.each(trickyAddresses)("is refused with a typed error: %j (%s)", async (url) => {
    expect(judgeUrl(url)).toEqual({ allowed: false, reason: expect.any(String) });
  });

  it.each(trickyAddresses.filter(([url]) => leadsNowhere(url)))("is not read: %j (%s)", async (url) => {
    await expect(fetchWithoutNames(url, { signal })).rejects.toMatchObject({
      name: "AppError",
      code: "address_refused",
    });
  });

  it.each(publicAddresses)("is not confused with %s, which may be read", (url) => {
    expect(judgeUrl(url)).toMatchObject({ allowed: true, isTrusted: false });
  });

  it("is tried in more than 160 forms", () => {
    console.info(
      `${edges.length} edges, ${neighbours.length} neighbours, ${metadataServices.length} metadata services, ${trickyAddresses.length} tricks`,
    );
    expect(edges.length + metadataServices.length + trickyAddresses.length).toBeGreaterThan(160);
  });
});
