import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { ToolStep } from "@/components/chat/trail/trail-steps";
import { toAskedText } from "@/components/tools/views";
import type { ToolPart } from "@/lib/protocol/chat-message";
import type { WebFetchOutput } from "@/lib/features/web/tools/web-fetch/schema";
import { renderInLocale } from "@/tests/support/render-in-locale";
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

const toStep = (part: ToolPart) => ({ kind: "tool" as const, key: "0", part, approval: null });

describe("what a page reading is called in the trail", () => {
  it("is nothing once the pages stand in rows of their own, those that were not read among them", async () => {
    const failures = [{ url: "https://www.c.example/guide/tides?page=2", message: "It does not answer." }];
    const part = toReading({ pages: [], failures });
    expect([fetchPart, part].map(toAskedText)).toEqual(["", ""]);
    const drawn = [fetchPart, part].map((call) =>
      renderInLocale("en", createElement(ToolStep, { step: toStep(call) })),
    );
    const [read, refused] = await Promise.all(drawn);
    expect(read).toMatch(/<li.*Sextant.*a\.example.*<li.*Clock.*b\.example/);
    expect(refused).toMatch(/<li.*c\.example\/…\/tides\?page=2.*could not be read/);
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
