import { describe, expect, it, onTestFinished } from "vitest";
import { openProviders } from "@/lib/features/settings/providers";
import { createBreakers } from "@/lib/breakers/breakers";
import { parseEnv } from "@/lib/env";
import { defaultSettings } from "@/lib/protocol/settings";
import { createLog } from "@/lib/log";
import { createPersonLimits } from "@/lib/features/accounts/person-limits";
import { payFrom } from "@/lib/money/purse";
import { plenty } from "@/tests/support/plenty";
import { createWeb } from "@/lib/features/web/web";
import { articles } from "@/tests/support/wiki/articles";
import { startWikiServer } from "@/tests/support/wiki/wiki-server";
import { type Reply, sendCode, startSearchServer } from "@/tests/support/wire/search-server";
import { braveWire, googleWire, searxngWire, tavilyWire } from "@/tests/support/wire/search-wires";

const wires = {
  SEARXNG_URL: searxngWire,
  BRAVE_BASE_URL: braveWire,
  TAVILY_BASE_URL: tavilyWire,
  GOOGLE_SEARCH_BASE_URL: googleWire,
};
type Variable = keyof typeof wires;
const found = (name: string) =>
  Array.from({ length: 5 }, (_empty, index) => ({
    title: `${name} ${index}`,
    url: `https://${name}.example/${index}`,
    text: "",
  }));

/**
 * Search as the product connects it, with the engines that an environment and entered keys set up, each on a
 * local server.
 */
async function open(
  replies: Partial<Record<Variable, Reply>>,
  env: Record<string, string>,
  keys: Record<string, string> = {},
) {
  const wiki = await startWikiServer({ articles });
  onTestFinished(wiki.close);
  const addresses: Record<string, string> = { MEDIAWIKI_URL: wiki.url };
  for (const [name, reply] of Object.entries(replies) as [Variable, Reply][]) {
    const server = await startSearchServer(wires[name], reply);
    onTestFinished(server.close);
    addresses[name] = server.url;
  }
  const parsed = parseEnv({ ...env, ...addresses });
  const providers = await openProviders(
    { env: parsed, readEntered: async () => ({ keys, servers: [] }), onFailure: () => undefined },
    1,
  );
  const now = () => 1_000_000;
  const { search } = createWeb(parsed, {
    engines: providers.engines,
    breakers: createBreakers(now),
    settings: { get: async () => ({ settings: defaultSettings }) },
    limits: createPersonLimits(null, now),
    log: createLog("silent"),
    now,
  });
  return (order: string[] = [], disabled: string[] = []) =>
    payFrom(plenty, () =>
      search.search(
        { query: "Eiffel Tower", limit: 3, language: "en", signal: new AbortController().signal },
        { order, disabled },
      ),
    );
}

describe("the search of the product", () => {
  it("asks the engines of the environment before the wiki, in the settings' order", async () => {
    const search = await open(
      { SEARXNG_URL: found("searxng"), BRAVE_BASE_URL: found("brave") },
      { BRAVE_API_KEY: "k" },
    );
    expect((await search()).served).toEqual(["SearXNG"]);
    expect((await search(["brave"])).served).toEqual(["Brave Search"]);
    expect((await search(["brave"], ["brave", "searxng"])).served).toEqual(["MediaWiki"]);
  });

  it("is served by another engine where one fails, is used up, refuses its key or finds nothing, and says so", async () => {
    const replies = {
      SEARXNG_URL: [],
      BRAVE_BASE_URL: sendCode(503),
      TAVILY_BASE_URL: sendCode(429),
      GOOGLE_SEARCH_BASE_URL: sendCode(400),
    };
    const search = await open(
      replies,
      { BRAVE_API_KEY: "k-brave", GOOGLE_SEARCH_API_KEY: "k-google", GOOGLE_SEARCH_ENGINE_ID: "e" },
      { tavily: "k-tavily" },
    );
    const answer = await search();
    expect(answer).toMatchObject({
      engine: "MediaWiki",
      served: ["MediaWiki"],
      results: [{ title: "Eiffel Tower" }, { title: "Gustave Eiffel" }],
    });
    expect(answer.failed.map(({ engine }) => engine)).toEqual([
      "Brave Search",
      "Tavily",
      "Google Programmable Search",
    ]);
    expect(JSON.stringify(answer)).not.toContain("k-");
  });

  it("costs what was really asked, once", async () => {
    const search = await open({ BRAVE_BASE_URL: found("brave") }, {}, { brave: "k" });
    expect([(await search()).costMicroUsd, (await search()).costMicroUsd]).toEqual([5_000, 0]);
  });
});
