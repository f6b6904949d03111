import { describe, expect, it } from "vitest";
import { toAskedText } from "@/components/chat/trail/asked-text";
import type { ToolPart } from "@/lib/protocol/chat-message";
import type { WebFetchOutput } from "@/lib/protocol/tool-results";
import { fetchPart, meta } from "@/tests/unit/client/parts";

const toCall = (...urls: string[]): ToolPart => ({
  type: "tool-web_fetch",
  toolCallId: "t1",
  state: "input-available",
  input: { urls, query: "height" },
});

const toReading = (data: WebFetchOutput): ToolPart => ({
  type: "tool-web_fetch",
  toolCallId: "t1",
  state: "output-available",
  input: { urls: [], query: "height" },
  output: { ok: true, text: "", summary: { key: "readPages", values: {} }, data, meta },
});

describe("what a page reading is called in the trail", () => {
  it("is the titles and sites of the pages that were read", () => {
    expect(toAskedText(fetchPart)).toBe("Sextant · a.example, Clock · b.example");
  });

  it("is the address where a page could not be read", () => {
    const failures = [{ url: "https://www.c.example/guide/tides?page=2", message: "It does not answer." }];
    expect(toAskedText(toReading({ pages: [], failures }))).toBe("c.example/…/tides?page=2");
  });

  it("tells two pages of a site apart while they are read", () => {
    const wiki = "http://127.0.0.1:8080/index.php";
    expect(toAskedText(toCall(`${wiki}/Eiffel_Tower`))).toBe("127.0.0.1/…/Eiffel_Tower");
    expect(toAskedText(toCall(`${wiki}?title=Saturn`, `${wiki}/%E6%9D%AD%E5%B7%9E`))).toBe(
      "127.0.0.1/index.php?title=Saturn, 127.0.0.1/…/杭州",
    );
  });

  it.each([
    ["https://www.a.example/", "a.example"],
    ["https://a.example/%E6%9D", "a.example/%E6%9D"],
    ["https", "https"],
  ])("is for %j, of which there is no more, %j", (url, text) => {
    expect(toAskedText(toCall(url))).toBe(text);
  });
});
