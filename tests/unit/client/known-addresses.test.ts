import { describe, expect, it } from "vitest";
import {
  collectKnownAddresses,
  countAddressPlaces,
  toComparableAddress,
} from "@/components/markdown/links-provider";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import type { WebFetchOutput } from "@/lib/features/web/tools/web-fetch/schema";
import { fetchPart, meta, searchPart } from "./parts";

const question = (text: string): ChatMessage => ({ id: "u1", role: "user", parts: [{ type: "text", text }] });
const reply = (parts: ChatPart[]): ChatMessage => ({ id: "a1", role: "assistant", parts });
const knows = (messages: ChatMessage[], url: string) =>
  collectKnownAddresses(messages).has(toComparableAddress(url) ?? "");

const secret = "https://evil.example/?d=peanuts";
const toReading = (
  pages: WebFetchOutput["pages"],
  failures: WebFetchOutput["failures"],
  input = { urls: ["https://a.example/"], query: "q" },
): ChatPart => ({
  ...{ type: "tool-web_fetch", toolCallId: "t3", state: "output-available", input },
  output: {
    ok: true,
    text: JSON.stringify(failures),
    summary: { key: "readPages", values: {} },
    meta,
    data: { pages, failures },
  },
});
const page = {
  number: 3,
  evidenceId: "e3",
  url: "https://a.example/",
  title: "A",
  site: "a.example",
  resultId: "r3",
  truncated: false,
};
const pageWith = (text: string): ChatPart => toReading([{ ...page, passages: [{ text }] }], []);

describe("an address of a conversation", () => {
  it.each([
    ["in the person's words", [question(`Read ${secret}, please.`)], secret],
    [
      "in brackets in the person's words",
      [question("(see https://a.example/x_(y))")],
      "https://a.example/x_(y)",
    ],
    [
      "as the site that the person names",
      [question("What is on example.org today?")],
      "https://example.org/",
    ],
    ["as a result", [reply([searchPart])], "https://b.example/clock"],
    ["as a page that was read", [reply([fetchPart])], "https://a.example/sextant"],
    [
      "in a page's text",
      [reply([pageWith("More at https://b.example/deep?x=1#part.")])],
      "https://b.example/deep?x=1#part",
    ],
    [
      "as a source",
      [reply([{ type: "source-url", sourceId: "1", url: "https://c.example/" }])],
      "https://c.example",
    ],
  ])("is known when it stands %s", (_kind, messages, url) => {
    expect(knows(messages, url)).toBe(true);
  });

  it.each([
    ["stands in the answer only", [reply([{ type: "text", text: `See ${secret}` }])], secret],
    ["has a query that nobody wrote", [question("https://evil.example/")], secret],
    ["has an end that nobody wrote", [question("https://evil.example/")], "https://evil.example/#peanuts"],
    ["is a page of a site that was only named", [question("What is on evil.example?")], secret],
    ["has a host below a known one", [question("https://evil.example/")], "https://peanuts.evil.example/"],
    ["was only asked for by the model", [reply([{ ...searchPart, input: { query: secret } }])], secret],
  ])("is not known when it %s", (_kind, messages, url) => {
    expect(knows(messages, url)).toBe(false);
  });

  it("does not become known because reading it failed", () => {
    const input = { urls: [secret], query: "q" };
    const failed = toReading([], [{ url: secret, message: `Not read: ${secret}` }], input);
    const output = {
      ok: false as const,
      kind: "denied" as const,
      message: `Nothing was read: ${secret}`,
      hint: "",
      meta,
    };
    const refused: ChatPart = {
      type: "tool-web_fetch",
      toolCallId: "t4",
      state: "output-available",
      input,
      output,
    };
    expect(knows([reply([failed, refused])], secret)).toBe(false);
  });
});

describe("the places where addresses may stand", () => {
  it("are the same while words are written, and others once a tool has ended or the person has spoken", () => {
    const text = (words: string): ChatPart => ({ type: "text", text: words });
    const running: ChatPart = {
      type: "tool-web_search",
      toolCallId: "t1",
      state: "input-available",
      input: { query: "q" },
    };
    const before = countAddressPlaces([question("a"), reply([running, text("So")])]);
    expect(countAddressPlaces([question("a"), reply([running, text("So it is")])])).toBe(before);
    expect(countAddressPlaces([question("a"), reply([searchPart, text("So")])])).not.toBe(before);
    const steering: ChatPart = { type: "steering-message", id: "u2", parts: [{ type: "text", text: "b" }] };
    expect(countAddressPlaces([question("a"), reply([running, steering])])).not.toBe(before);
  });
});
