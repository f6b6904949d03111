import { describe, expect, it } from "vitest";
import { createHostCheck, type SiteAddress } from "@/lib/features/accounts/auth/host-check";

type Line = [event: string, fields: { host: string; address: string }];

function openCheck(site: Partial<SiteAddress> = {}) {
  const lines: Line[] = [];
  const clock = { ms: 0 };
  const given = { url: null, host: "127.0.0.1", port: 4160, ...site };
  const check = createHostCheck(
    given,
    (...line) => void lines.push(line),
    () => clock.ms,
  );
  return { ask: (host: string) => () => check(new Headers({ host })), lines, clock };
}

const refusal = (message: string) => expect.objectContaining({ code: "forbidden", message }) as Error;

describe("a server without accounts", () => {
  it.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "localhost", "127.0.0.2:3000"])(
    "answers by %s",
    (host) => {
      const { ask, lines } = openCheck();
      expect(ask(host)).not.toThrow();
      expect(lines).toEqual([]);
    },
  );

  it.each([
    "evil.example",
    "evil.example:3000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "127.0.0.1.nip.io:3000",
    "192.168.1.5:3000",
    "0.0.0.0:3000",
    "",
  ])("refuses the name %j, which a page elsewhere could have rebound to this machine", (host) => {
    const { ask, lines } = openCheck();
    const message = "This server answers to its own machine only. Open http://127.0.0.1:4160.";
    expect(ask(host)).toThrow(refusal(message));
    expect(lines).toEqual([["host_refused", { host, address: "http://127.0.0.1:4160" }]]);
  });

  it("names an address of version 6 as one opens it", () => {
    expect(openCheck({ host: "::1" }).ask("evil.example")).toThrow("Open http://[::1]:4160.");
  });
});

describe("a server with accounts", () => {
  it("answers at its public address alone, and names it to who asks another one", () => {
    const { ask, lines } = openCheck({ url: "https://chat.example" });
    expect(ask("chat.example")).not.toThrow();
    const message = "This server answers at https://chat.example only. Open that address.";
    expect(ask("127.0.0.1:4160")).toThrow(refusal(message));
    expect(lines).toEqual([["host_refused", { host: "127.0.0.1:4160", address: "https://chat.example" }]]);
  });
});

describe("the log of refused hosts", () => {
  it("takes ten lines a minute, however many are refused", () => {
    const { ask, lines, clock } = openCheck();
    for (let count = 0; count < 1_000; count += 1) expect(ask(`h${count}.example`)).toThrow();
    expect(lines).toHaveLength(10);
    clock.ms += 60_000;
    expect(ask("later.example")).toThrow();
    expect(lines.at(-1)?.[1].host).toBe("later.example");
  });

  it("takes a hundred characters of a name, none of which ends the line or steers a terminal", () => {
    const { ask, lines } = openCheck();
    expect(ask(`a\u009bb c${"x".repeat(500)}`)).toThrow();
    expect(lines[0]?.[1].host).toBe(`a?b?c${"x".repeat(95)}`);
  });
});
