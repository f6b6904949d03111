import { describe, expect, it } from "vitest";
import { judgeAddress } from "@/lib/net/address";

const refusedAddresses: [address: string, kind: string][] = [
  ["0.0.0.0", "unspecified"],
  ["0.1.2.3", "this network"],
  ["10.0.0.1", "private"],
  ["10.255.255.255", "private"],
  ["100.64.0.1", "carrier-grade"],
  ["100.100.100.200", "carrier-grade, a metadata service"],
  ["100.127.255.255", "carrier-grade"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["168.63.129.16", "a platform service"],
  ["169.254.0.1", "link-local"],
  ["169.254.169.254", "link-local, a metadata service"],
  ["169.254.170.2", "link-local, a container's metadata"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.0.0.192", "protocol assignments, a metadata service"],
  ["192.0.2.1", "documentation"],
  ["192.31.196.1", "AS112"],
  ["192.52.193.1", "AMT"],
  ["192.88.99.1", "6to4 relay"],
  ["192.168.0.1", "private"],
  ["192.168.255.255", "private"],
  ["198.18.0.1", "benchmarking"],
  ["198.19.255.255", "benchmarking"],
  ["198.51.100.7", "documentation"],
  ["203.0.113.7", "documentation"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.250", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["[::1]", "loopback in brackets"],
  ["::7f00:1", "IPv4-compatible"],
  ["::127.0.0.1", "IPv4-compatible"],
  ["::ffff:127.0.0.1", "IPv4-mapped"],
  ["::ffff:8.8.8.8", "IPv4-mapped"],
  ["::ffff:0:10.0.0.1", "IPv4-translated"],
  ["64:ff9b::10.0.0.1", "NAT64"],
  ["64:ff9b:1::1", "local NAT64"],
  ["100::1", "discard"],
  ["2001::1", "Teredo"],
  ["2001:0:53aa:64c::1", "Teredo"],
  ["2001:2::1", "benchmarking"],
  ["2001:10::1", "ORCHID"],
  ["2001:20::1", "ORCHIDv2"],
  ["2001:db8::1", "documentation"],
  ["2002:7f00:1::1", "6to4 of loopback"],
  ["2002:a00:1::1", "6to4 of private"],
  ["2606:4700::5efe:10.0.0.1", "ISATAP"],
  ["2606:4700::200:5efe:10.0.0.1", "ISATAP"],
  ["3fff::1", "documentation"],
  ["4000::1", "outside global unicast"],
  ["5f00::1", "segment routing"],
  ["fc00::1", "unique local"],
  ["fd00:ec2::254", "unique local, a metadata service"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local with a zone"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
  ["", "nothing"],
  ["example.com", "a name"],
  ["127.1", "a short form"],
  ["2130706433", "a number"],
  ["0x7f000001", "a hexadecimal number"],
  ["017700000001", "an octal number"],
];

const publicAddresses = [
  "1.1.1.1",
  "8.8.8.8",
  "93.184.215.14",
  "172.15.255.255",
  "172.32.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "2606:4700:4700::1111",
  "2a00:1450:4001::200e",
];

describe("judgeAddress", () => {
  it.each(refusedAddresses)("refuses %s (%s)", (address) => {
    expect(judgeAddress(address)).toMatchObject({ allowed: false });
  });

  it.each(publicAddresses)("lets the public address %s pass", (address) => {
    expect(judgeAddress(address)).toEqual({ allowed: true });
  });

  it("M9: refuses this machine's own public addresses and those of the networks that it is on", () => {
    const own = {
      eth0: [
        toInterface("93.184.215.14", "93.184.215.14/24", "IPv4"),
        toInterface("2a00:1450:4001::200e", "2a00:1450:4001::200e/64", "IPv6"),
      ],
      tun0: [toInterface("8.8.4.4", "8.8.4.4/0", "IPv4")],
    };
    const refused = ["93.184.215.14", "93.184.215.77", "2a00:1450:4001::1", "8.8.4.4"];
    for (const address of refused)
      expect(judgeAddress(address, () => own)).toEqual({
        allowed: false,
        reason: "is this machine's own, or beside it",
      });
    for (const address of ["93.184.216.1", "2a00:1450:4002::1", "8.8.8.8"])
      expect(judgeAddress(address, () => own)).toEqual({ allowed: true });
  });
});

function toInterface<FAMILY extends "IPv4" | "IPv6">(address: string, cidr: string, family: FAMILY) {
  return { address, cidr, family, netmask: "", mac: "", internal: false, scopeid: 0 };
}
