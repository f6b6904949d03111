import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SearchEngine } from "@/lib/search/engine";
import { sendPage, sendStatus, startPageServer, type PageServer } from "@/tests/support/page-server";

export type EngineSetup = {
  /** An engine on a server that knows the articles of `tests/support/wiki/articles.ts`. */
  open: () => Promise<{ engine: SearchEngine; close: () => Promise<void> }>;
  /** An engine on another server, which answers wrongly. */
  createOn: (url: string, totalMs?: number) => SearchEngine;
  /** The paths below a server that the engine asks first. */
  paths: string[];
};

const notStopped = () => new AbortController().signal;

/** What every search engine does, over real HTTP. */
export function describeSearchEngine(name: string, { open, createOn, paths }: EngineSetup): void {
  describe(`${name} as a search engine`, () => {
    let engine: SearchEngine;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ engine, close } = await open());
    });
    afterAll(() => close());

    it.each([
      ["Eiffel Tower", "Eiffel Tower"],
      ["How tall is the Eiffel Tower?", "Eiffel Tower"],
      ["When did Gustave Eiffel die?", "Gustave Eiffel"],
      ["what is the highest mountain in Africa", "Mount Kilimanjaro"],
      ["Who designed SQLite?", "SQLite"],
      ["长城有多长？", "长城"],
    ])("finds the page that answers %s", async (query, title) => {
      const { results } = await engine.search({ query, limit: 5, signal: notStopped() });
      expect(results[0]?.title).toBe(title);
    });

    it("gives addresses that can be asked and snippets in plain text", async () => {
      const { results } = await engine.search({ query: "Eiffel", limit: 5, signal: notStopped() });
      expect(results.length).toBeGreaterThan(0);
      for (const result of results) {
        expect(URL.canParse(result.url)).toBe(true);
        expect(result.snippet).toMatch(/Eiffel/);
        expect(result.snippet).not.toMatch(/<|&(amp|lt|gt|quot);|\n/);
        expect(result.site).toBe(new URL(result.url).host);
        expect(result.publishedAt).toMatch(/^\d{4}-\d{2}-\d{2}/);
      }
    });

    it("gives no more results than asked for", async () => {
      const { results } = await engine.search({ query: "Eiffel", limit: 1, signal: notStopped() });
      expect(results).toHaveLength(1);
    });

    it("gives an empty list when nothing is found", async () => {
      await expect(engine.search({ query: "zzqx vvkj", limit: 5, signal: notStopped() })).resolves.toMatchObject({ results: [] });
    });

    it.each(["?", "\"'<>&%#\\", "a".repeat(3_000), "\u0000", "-", "*"])("answers the odd query %j", async (query) => {
      await expect(engine.search({ query, limit: 5, signal: notStopped() })).resolves.toHaveProperty("results");
    });

    it("stops when it is stopped", async () => {
      await expect(engine.search({ query: "Eiffel", limit: 5, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    });
  });

  describe(`${name} on a server that fails`, () => {
    let server: PageServer | null = null;
    afterAll(() => server?.close());
    const search = async (handler: Parameters<typeof startPageServer>[0][string], totalMs?: number) => {
      await server?.close();
      server = await startPageServer(Object.fromEntries(paths.map((path) => [path, handler])));
      return createOn(server.url, totalMs).search({ query: "Eiffel", limit: 5, signal: notStopped() });
    };

    it.each([
      ["status 500", sendStatus(500)],
      ["status 403", sendStatus(403)],
      ["status 404", sendStatus(404)],
      ["a page instead of data", sendPage("<h1>Welcome</h1>")],
      ["broken data", sendPage('{"query":', { "content-type": "application/json" })],
      ["data of another shape", sendPage('{"query":{"search":"none"}}', { "content-type": "application/json" })],
      ["too much data", sendPage(`["${"a".repeat(3_000_000)}"]`, { "content-type": "application/json" })],
    ])("reports %s as a search engine that does not answer", async (_kind, handler) => {
      await expect(search(handler)).rejects.toMatchObject({ code: "search_unavailable" });
    });

    it("reports status 429 as a limit that was reached, with the time to wait", async () => {
      await expect(search(sendStatus(429, { "retry-after": "9" }))).rejects.toMatchObject({ code: "quota_exhausted", retryAfter: 9 });
    });

    it("gives up on a server that never answers", async () => {
      await expect(search(() => undefined, 300)).rejects.toMatchObject({ code: "timeout" });
    });
  });
}
