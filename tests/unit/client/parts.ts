import type { ToolPart } from "@/lib/protocol/chat-message";
import type { ToolMeta } from "@/lib/protocol/tool-results";

export const meta: ToolMeta = { durationMs: 1, costMicroUsd: 0, version: "1", attempts: 1 };

const sextant = {
  number: 1,
  evidenceId: "e1",
  url: "https://a.example/sextant",
  title: "Sextant",
  site: "a.example",
};
const clock = {
  number: 2,
  evidenceId: "e2",
  url: "https://b.example/clock",
  title: "Clock",
  site: "b.example",
  publishedAt: "2024-05-01",
};

export const searchPart: Extract<ToolPart, { type: "tool-web_search" }> = {
  type: "tool-web_search",
  toolCallId: "t1",
  state: "output-available",
  input: { query: "navigation" },
  output: {
    ok: true,
    text: "",
    summary: { key: "foundResults", values: {} },
    data: {
      engine: "mediawiki",
      results: [
        { ...sextant, snippet: "From the search" },
        { ...clock, snippet: "Keeps time" },
      ],
      notes: [],
    },
    meta,
  },
};

export const fetchPart: Extract<ToolPart, { type: "tool-web_fetch" }> = {
  type: "tool-web_fetch",
  toolCallId: "t2",
  state: "output-available",
  input: { urls: [sextant.url, clock.url], query: "angles" },
  output: {
    ok: true,
    text: "",
    summary: { key: "readPages", values: {} },
    data: {
      pages: [
        { ...sextant, passages: [{ text: "From the page" }], resultId: "r1", truncated: false },
        { ...clock, passages: [], resultId: "r2", truncated: false },
      ],
      failures: [],
    },
    meta,
  },
};
