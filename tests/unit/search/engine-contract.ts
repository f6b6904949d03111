import { describe, expect, it, onTestFinished } from "vitest";
import type { SearchEngine, SearchQuery } from "@/lib/features/web/search/engine";
import {
  type Reply,
  type SearchWire,
  sendCode,
  sendText,
  startSearchServer,
} from "@/tests/support/wire/search-server";

export type EngineSetup = {
  wire: SearchWire;
  /** An engine on a server that speaks the wire; its reader could reach the others too. */
  createOn: (
    url: string,
    options: { key: string; totalMs: number; others?: readonly string[] },
  ) => SearchEngine;
};
export type WebEngineSetup = EngineSetup & {
  /** How the wire writes a freshness of each kind. */
  freshness: Record<"day" | "week" | "month" | "year", string>;
};

const key = "k-9f2e-very-secret";
const sextant = {
  title: "<b>Sextant</b> &amp; compass",
  url: "https://site.example/Sextant",
  text: "It measures the <strong>angle</strong> between\ntwo objects.",
  date: "2024-05-01T12:30:00Z",
};
const octant = {
  title: "Octant",
  url: "https://other.example/octant?page=2",
  text: "An octant &#x27;came&#x27; before.",
};
const hits = [sextant, octant];
const hostileText = `\u0007\u202eSystem:\u2028${"long ".repeat(20_000)}<script>alert(1)</script>`;

/** What every search engine does, over real HTTP, on a server that speaks its vendor's protocol as documented. */
export function describeEngine(name: string, setup: EngineSetup): void {
  const open = (reply: Reply, totalMs?: number) => openEngine(setup, reply, totalMs);

  describe(`${name} as an engine`, () => {
    it("gives plain titles and snippets, addresses, hosts and dates", async () => {
      const { search } = await open(hits);
      const { results } = await search();
      expect(results).toHaveLength(2);
      expect(results[0]).toEqual({
        title: "Sextant & compass",
        url: expect.stringMatching(/^https?:\/\/site\.example\/.*Sextant/),
        snippet: "It measures the angle between two objects.",
        site: "site.example",
        publishedAt: expect.stringMatching(/^2024-05-01T12:30:00(\.000)?Z$/),
      });
      expect(results[1]).toMatchObject({ title: "Octant", snippet: "An octant 'came' before." });
      expect(results[1]).not.toHaveProperty("publishedAt");
    });

    it("asks for the words and gives no more results than wanted", async () => {
      const { server, search } = await open(hits);
      const { results } = await search({ limit: 1 });
      expect(server.questions()[0]?.words).toBe("sextant");
      expect(results).toHaveLength(1);
    });

    it("gives an empty list when nothing is found", async () => {
      const { search } = await open([]);
      await expect(search()).resolves.toMatchObject({ results: [] });
    });

    it("makes hostile texts short and harmless", async () => {
      const { search } = await open([
        { title: hostileText, url: "https://site.example/x", text: hostileText },
      ]);
      const { results } = await search();
      const text = `${results[0]?.title} ${results[0]?.snippet}`;
      expect(text).toMatch(/System:/);
      expect(text).not.toMatch(/[\p{Cc}\u202e\u2028]|<script/u);
      expect(text.length).toBeLessThan(1_000);
    });

    it.each([
      ["a mark", "?"],
      ["marks that mean something elsewhere", "\"'<>&%#\\"],
      ["3,000 letters", "a".repeat(3_000)],
      ["a minus", "-"],
      ["500 Chinese characters", "词".repeat(500)],
      ["half a character", "\ud83d"],
    ])("asks %s", async (_kind, query) => {
      const { search } = await open(hits);
      await expect(search({ query })).resolves.toHaveProperty("results");
    });

    it.each([
      ["status 500", sendCode(500)],
      ["status 502", sendCode(502)],
      ["status 404", sendCode(404)],
      ["a page instead of data", sendText("<h1>Welcome</h1>", { "content-type": "text/html" })],
      ["broken data", sendText('{"results":[')],
      ["data of another shape", sendText('{"results":"none","web":7,"query":{"search":"none"},"items":{}}')],
      ["an empty object", sendText("{}")],
      ["nothing", sendText("")],
      ["too much data", sendText(`["${"a".repeat(3_000_000)}"]`)],
      ["a connection that is cut", (_asked, response) => void response.destroy()],
      [
        "an answer that is cut",
        (_asked, response) =>
          void response.writeHead(200, { "content-length": "500" }).write('{"res', () => response.destroy()),
      ],
    ] satisfies [string, Reply][])("reports %s as an engine that does not answer", async (_kind, reply) => {
      const { search } = await open(reply);
      const failure = await findFailure(search);
      expect(failure.code).toBe("search_unavailable");
      expect(failure.written).not.toContain(key);
    });

    it("reports status 429 as a limit that is reached, with the time to wait", async () => {
      const { search } = await open(sendCode(429, { "retry-after": "9" }));
      const failure = await findFailure(search);
      expect(failure).toMatchObject({ code: "quota_exhausted", retryAfter: 9 });
      expect(failure.written).not.toContain(key);
    });

    it("gives up on a server that never answers", async () => {
      const { search } = await open(() => undefined, 200);
      expect(await findFailure(search)).toMatchObject({ code: "timeout" });
    });

    it("stops when it is stopped, before and while it asks", async () => {
      const stop = new AbortController();
      const { search } = await open(() => stop.abort());
      expect(await findFailure(() => search({ signal: stop.signal }))).toMatchObject({ code: "aborted" });
      expect(await findFailure(() => search({ signal: AbortSignal.abort() }))).toMatchObject({
        code: "aborted",
      });
    });
  });
}

/** What an engine does that has pictures; `isPlaced`: it says on which page each stands. */
export function describePictures(name: string, setup: EngineSetup, isPlaced = true): void {
  const open = (reply: Reply) => openEngine(setup, reply);
  const picture = "https://pictures.example/small.png";

  describe(`${name} and pictures`, () => {
    it("gives those that are asked for, each once, with a plain title and its page", async () => {
      const { search } = await open([{ ...sextant, picture }, octant]);
      const { pictures, results } = await search({ pictures: true });
      expect(pictures).toEqual([
        {
          url: picture,
          title: "Sextant & compass",
          pageUrl: isPlaced ? results[0]?.url : picture,
          site: isPlaced ? "site.example" : "pictures.example",
        },
      ]);
      expect(results.map(({ title }) => title)).toEqual(["Sextant & compass", "Octant"]);
    });

    it("gives none that nobody asked for", async () => {
      const { search } = await open([{ ...octant, picture }]);
      expect((await search()).pictures ?? []).toEqual([]);
    });

    it.each(["javascript:alert(1)", "data:image/png;base64,AA==", "file:///etc/passwd", "", "no address"])(
      "leaves out one at %j, and keeps its result",
      async (address) => {
        const { search } = await open([{ ...octant, picture: address }]);
        const { pictures, results } = await search({ pictures: true });
        // Some engines name a larger one, too.
        expect(pictures?.filter(({ url }) => url !== "https://site.example/large.png")).toEqual([]);
        expect(results).toHaveLength(1);
      },
    );
  });
}

/** What an engine does with its key. */
export function describeKey(name: string, setup: EngineSetup, wrongKeyStatus: number): void {
  const open = (reply: Reply) => openEngine(setup, reply);

  describe(`${name} and its key`, () => {
    it("hands the key over where the vendor wants it, and nowhere else", async () => {
      const { server, search } = await open(hits);
      await search();
      expect(server.questions()).toMatchObject([{ key }]);
      const { url, headers, body } = server.asked[0] ?? { url: "", headers: {}, body: {} };
      expect(`${url}${JSON.stringify([headers, body])}`.split(key)).toHaveLength(2);
    });

    it.each([...new Set([wrongKeyStatus, 401, 403])])(
      "says that the key is refused after status %i, and never what it is",
      async (status) => {
        const { search } = await open(sendCode(status));
        const failure = await findFailure(search);
        expect(failure.code).toBe("configuration");
        expect(failure.written).toMatch(/key/);
        expect(failure.written).not.toContain(key);
      },
    );

    it("has a price", async () => {
      const { engine } = await open(hits);
      expect(engine.costMicroUsd).toBeGreaterThan(0);
    });
  });
}

/** What an engine does that searches the whole web. */
export function describeWebEngine(name: string, setup: WebEngineSetup): void {
  const open = (reply: Reply, totalMs?: number, others?: readonly string[]) =>
    openEngine(setup, reply, totalMs, others);

  describe(`${name} on the whole web`, () => {
    it("takes no answer from another host to which it is sent on, and tells it nothing", async () => {
      const stranger = await startSearchServer(setup.wire, hits);
      onTestFinished(stranger.close);
      const { search } = await open(
        (asked, response) =>
          void response.writeHead(307, { location: `${stranger.url}${asked.url.pathname}` }).end(),
        5_000,
        [stranger.url],
      );
      expect(await findFailure(search)).toMatchObject({ code: "search_unavailable" });
      expect(stranger.asked).toEqual([]);
    });

    it.each([
      ...[
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "http://127.0.0.1/",
        "http://169.254.169.254/latest",
        "http://[::1]/",
      ],
      ...["http://localhost/", "https://user:secret@site.example/", "not an address", ""],
    ])("leaves out a result at %j", async (url) => {
      const { search } = await open([{ title: "Evil", url, text: "Click." }, ...hits]);
      const { results } = await search();
      expect(results.map(({ title }) => title)).toEqual(["Sextant & compass", "Octant"]);
    });

    it.each(["day", "week", "month", "year"] as const)(
      "asks for what is no older than a %s",
      async (freshness) => {
        const { server, search } = await open(hits);
        const { notes } = await search({ freshness });
        expect(server.questions()[0]?.freshness).toBe(setup.freshness[freshness]);
        expect(notes).toEqual([]);
      },
    );

    it("limits results to one site, and to several", async () => {
      const { server, search } = await open(hits);
      await search({ sites: ["site.example"] });
      await search({ sites: ["site.example", "other.example"] });
      expect(server.questions().map(({ words, sites }) => [words, sites])).toEqual([
        ["sextant", ["site.example"]],
        ["sextant", ["site.example", "other.example"]],
      ]);
    });
  });
}

async function openEngine(
  { wire, createOn }: EngineSetup,
  reply: Reply,
  totalMs = 5_000,
  others: readonly string[] = [],
) {
  const server = await startSearchServer(wire, reply);
  onTestFinished(server.close);
  const engine = createOn(server.url, { key, totalMs, others });
  const search = (query: Partial<SearchQuery> = {}) =>
    engine.search({ query: "sextant", limit: 5, signal: new AbortController().signal, ...query });
  return { server, engine, search };
}

/** What was thrown, with everything that a log would write of it. */
async function findFailure(
  search: () => Promise<unknown>,
): Promise<{ code: unknown; retryAfter: unknown; written: string }> {
  const error = await search().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  const { code, retryAfter } = error as { code?: unknown; retryAfter?: unknown };
  return { code, retryAfter, written: describeError(error) };
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? "";
  return [error.name, error.message, error.stack, JSON.stringify(error), describeError(error.cause)].join(
    "\n",
  );
}
