import { describe, expect, it } from "vitest";
import { listAnswerSources, listConversationSources } from "@/components/evidence/source-list";
import { chooseShownSources, collectSources, toSource } from "@/lib/client/message/sources";
import { toShownNumbers, writeShownNumbers } from "@/lib/features/evidence/shape/citation-marks";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import { fetchPart, searchPart } from "@/tests/unit/client/parts";

const known = collectSources([{ id: "a1", role: "assistant", parts: [searchPart, fetchPart] }]);

describe("collectSources", () => {
  it("shows the passage that was read rather than the search result's lines", () => {
    expect(known.get(1)).toEqual({
      number: 1,
      url: "https://a.example/sextant",
      title: "Sextant",
      site: "a.example",
      snippet: "From the page",
      evidenceId: "e1",
      isRead: true,
    });
    expect(known.get(2)).toMatchObject({ snippet: "Keeps time", publishedAt: "2024-05-01" });
  });

  it("keeps what was read when the page is found again later", () => {
    const again = collectSources([{ id: "a1", role: "assistant", parts: [fetchPart, searchPart] }]);
    expect(again.get(1)).toMatchObject({ snippet: "From the page", evidenceId: "e1", isRead: true });
    expect(collectSources([{ id: "a1", role: "assistant", parts: [searchPart] }]).get(1)).not.toHaveProperty(
      "isRead",
    );
  });

  it("reads number, site and date of sources that the reply names itself", () => {
    const part: ChatPart = {
      type: "source-url",
      sourceId: "7",
      url: "https://www.c.example/x",
      title: "X",
      providerMetadata: { sextant: { number: 7, site: "C", publishedAt: "2025-01-01" } },
    };
    expect(collectSources([{ id: "a", role: "assistant", parts: [part] }]).get(7)).toEqual({
      number: 7,
      url: "https://www.c.example/x",
      title: "X",
      site: "C",
      publishedAt: "2025-01-01",
    });
  });

  it("leaves out sources whose number is none", () => {
    const part: ChatPart = { type: "source-url", sourceId: "src_x", url: "https://c.example" };
    expect(collectSources([{ id: "a", role: "assistant", parts: [part] }]).size).toBe(0);
  });
});

describe("chooseShownSources", () => {
  it("shows what the text cites, in the order in which it does, when the reply names no sources", () => {
    const shown = toShownNumbers("Clocks [2] and angles [1].", () => true);
    expect(chooseShownSources([], shown, known).map(({ number }) => number)).toEqual([2, 1]);
  });

  it("shows what the reply names, with the passage that the tools found", () => {
    const own = [{ number: 1, url: "https://a.example/sextant", title: "Sextant", site: "a.example" }];
    expect(chooseShownSources(own, new Map(), known)).toMatchObject([
      { number: 1, snippet: "From the page" },
    ]);
  });
});

describe("the sources of a panel", () => {
  const answer: ChatMessage = {
    id: "a2",
    role: "assistant",
    parts: [{ type: "text", text: "Clocks [2]." }],
    metadata: { outcome: "completed" },
  };
  const messages: ChatMessage[] = [{ id: "a1", role: "assistant", parts: [searchPart, fetchPart] }, answer];

  it("are those that the answer cites", () => {
    expect(listAnswerSources(answer, messages).map(({ number }) => number)).toEqual([2]);
  });

  it("are for the conversation all that was read or cited", () => {
    expect(listConversationSources(messages).map(({ number }) => number)).toEqual([1, 2]);
  });
});

describe("the numbers of an answer", () => {
  const text =
    "A [3][1], again [3], both [1, 7], a [4](https://x.example) link, `[9]` in code, no source [12].";
  const isKnown = (number: number) => number !== 12;

  it("count from 1 in the order of first mention; links, code and what is no source are none", () => {
    expect([...toShownNumbers(text, isKnown)]).toEqual([
      ...[
        [3, 1],
        [1, 2],
        [7, 3],
      ],
    ]);
  });

  it("stay when more is written", () => {
    const half = toShownNumbers(text.slice(0, 20), isKnown);
    for (const [number, shown] of half) expect(toShownNumbers(text, isKnown).get(number)).toBe(shown);
  });

  it("are written in place of those of the conversation", () => {
    expect(writeShownNumbers(text, toShownNumbers(text, isKnown))).toBe(
      "A [1][2], again [1], both [2, 3], a [4](https://x.example) link, `[9]` in code, no source [12].",
    );
  });
});

describe("a document of the person as a source", () => {
  const toPart = (url: string, sextant: Record<string, string | boolean | object> = {}) => ({
    ...{ type: "source-url" as const, sourceId: "3", url, title: "Octants" },
    providerMetadata: { sextant: sextant as never },
  });

  it("was read by another's call, where the server says so", () => {
    expect(toSource(toPart("https://a.example/1", { isRead: true })).isRead).toBe(true);
    expect(toSource(toPart("https://a.example/1", {}))).not.toHaveProperty("isRead");
  });

  it("has no site, and a place where its address or the server names one", () => {
    expect(toSource(toPart("/library/documents/d1?page=4", { place: { heading: "Mirrors" } }))).toMatchObject(
      {
        site: "",
        place: { page: 4, heading: "Mirrors" },
      },
    );
    expect(toSource(toPart("/library/documents/d1", { site: "Voyage papers" }))).toMatchObject({
      site: "Voyage papers",
    });
    expect(toSource(toPart("/library/documents/d1"))).not.toHaveProperty("place");
    expect(toSource(toPart("https://a.example/library/documents/d1?page=4"))).not.toHaveProperty("place");
  });
});
