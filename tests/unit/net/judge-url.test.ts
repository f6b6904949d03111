import { describe, expect, it } from "vitest";
import { judgeUrl, toRedirectRules } from "@/lib/net/judge-url";

const refusedUrls: [url: string, trick: string][] = [
  ["", "nothing"],
  ["example.com", "no scheme"],
  ["ftp://example.com/", "another scheme"],
  ["file:///etc/passwd", "a file"],
  ["data:text/html,hello", "data"],
  ["javascript:alert(1)", "a script"],
  ["gopher://example.com/", "an old scheme"],
  ["ws://example.com/", "a socket"],
  ["blob:https://example.com/1", "a blob"],
  ["http://", "no host"],
  ["http://user:pass@example.com/", "a password"],
  ["http://user@example.com/", "a user name"],
  ["http://example.com@127.0.0.1/", "a host that is a user name"],
  ["http://example.com:22/", "the port of another service"],
  ["http://example.com:6379/", "the port of a store"],
  ["https://example.com:65535/", "an odd port"],
  ["http://127.0.0.1/", "loopback"],
  ["http://127.1/", "a short form"],
  ["http://2130706433/", "a decimal number"],
  ["http://0x7f000001/", "a hexadecimal number"],
  ["http://0x7f.0.0.1/", "hexadecimal parts"],
  ["http://017700000001/", "an octal number"],
  ["http://0177.0.0.1/", "octal parts"],
  ["http://0/", "zero"],
  ["http://①②⑦.⓪.⓪.①/", "circled digits"],
  ["http://１２７.０.０.１/", "full-width digits"],
  ["http://127。0。0。1/", "ideographic dots"],
  ["http://%31%32%37.0.0.1/", "an encoded host"],
  ["http://127.0.0.1./", "a number with a trailing dot"],
  ["http:\\\\127.0.0.1\\", "backslashes"],
  ["http:127.0.0.1", "no slashes"],
  ["http:////127.0.0.1/", "too many slashes"],
  ["http://[::1]/", "loopback in IPv6"],
  ["http://[::ffff:127.0.0.1]/", "a mapped address"],
  ["http://[::ffff:7f00:1]/", "a mapped address in hexadecimal"],
  ["http://[64:ff9b::7f00:1]/", "a translated address"],
  ["http://[fd00:ec2::254]/", "a metadata service in IPv6"],
  ["http://169.254.169.254/latest/meta-data/", "a metadata service"],
  ["http://2852039166/", "a metadata service as a number"],
  ["http://metadata.google.internal/", "a metadata service by name"],
  ["http://localhost/", "this machine by name"],
  ["http://LOCALHOST/", "this machine in capitals"],
  ["http://foo.localhost/", "a name under localhost"],
  ["http://printer.local/", "a name in the local network"],
  ["http://intranet/", "a name without a dot"],
  ["http://example.com./", "a trailing dot"],
  ["http://exa mple.com/", "a blank in the host"],
  [`http://example.com/${"a".repeat(2048)}`, "an endless address"],
];

describe("judgeUrl", () => {
  it.each(refusedUrls)("refuses %s (%s)", (url) => {
    expect(judgeUrl(url)).toMatchObject({ allowed: false });
  });

  it.each([
    "http://example.com/",
    "https://example.com/a?b=c#d",
    "https://example.com:8443/",
    "http://1.1.1.1:8080/",
    "https://例子.测试/",
    "https://[2606:4700:4700::1111]/",
  ])("lets %s pass", (url) => {
    expect(judgeUrl(url)).toMatchObject({ allowed: true, isTrusted: false });
  });

  it("trusts an allowed host on the port that its entry names, and on no other", () => {
    const rules = { allowedHosts: ["127.0.0.1:8180"] };
    expect(judgeUrl("http://127.0.0.1:8180/wiki", rules)).toMatchObject({ allowed: true, isTrusted: true });
    expect(judgeUrl("http://127.0.0.1:8181/", rules)).toMatchObject({ allowed: false });
    expect(judgeUrl("http://127.0.0.1:80/", rules)).toMatchObject({ allowed: false });
  });

  it("trusts an allowed host without a port on the usual ports only", () => {
    const rules = { allowedHosts: ["wiki.corp"] };
    expect(judgeUrl("https://wiki.corp/", rules)).toMatchObject({ allowed: true, isTrusted: true });
    expect(judgeUrl("https://wiki.corp:9200/", rules)).toMatchObject({ allowed: false });
  });

  it("matches an allowed host written in capitals or as an IPv6 address", () => {
    expect(judgeUrl("http://[::1]:8180/", { allowedHosts: ["[::1]:8180"] })).toMatchObject({
      allowed: true,
      isTrusted: true,
    });
    expect(judgeUrl("http://wiki.corp/", { allowedHosts: ["WIKI.corp:80"] })).toMatchObject({
      allowed: true,
      isTrusted: true,
    });
  });

  it("refuses credentials on an allowed host too", () => {
    expect(judgeUrl("http://a:b@127.0.0.1:8180/", { allowedHosts: ["127.0.0.1:8180"] })).toMatchObject({
      allowed: false,
    });
  });

  it("M7: does not count for where a stranger's page sends its reader", () => {
    const rules = { allowedHosts: ["wiki.corp", "docs.corp"] };
    const follow = (from: string, to: string) => {
      const judged = judgeUrl(from, rules);
      return judged.allowed && judgeUrl(to, toRedirectRules(judged, rules)).allowed;
    };
    expect(follow("https://stranger.example/", "https://wiki.corp/plans")).toBe(false);
    expect(follow("https://stranger.example/", "https://other.example/")).toBe(true);
    expect(follow("https://docs.corp/", "https://wiki.corp/plans")).toBe(true);
  });
});
