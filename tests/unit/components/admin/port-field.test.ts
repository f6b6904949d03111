import { findPorts } from "@/components/admin/setting-lists";
import { describe, expect, it } from "vitest";

describe("a list of ports", () => {
  it.each([
    ["443", [443]],
    ["80, 443", [80, 443]],
    [" 80  443,8080 ", [80, 443, 8080]],
    ["80，443、8443", [80, 443, 8443]],
    ["80, 80", [80]],
    ["1, 65535", [1, 65_535]],
  ])("is read from %j", (text, ports) => {
    expect(findPorts(text)).toEqual(ports);
  });

  it.each([
    "",
    ",",
    "0",
    "65536",
    "http",
    "80, x",
    "-1",
    "8 0 a",
    Array.from({ length: 21 }, (_, index) => index + 1).join(","),
  ])("is none in %j", (text) => {
    expect(findPorts(text)).toBeNull();
  });
});
