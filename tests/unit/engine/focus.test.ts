import { describe, expect, it } from "vitest";
import { chatOptionsSchema, type SearchFocus } from "@/lib/protocol/chat-request";
import { call, closeAfter, openWith, text } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { startSearchServer } from "@/tests/support/wire/search-server";
import { braveWire, searxngWire } from "@/tests/support/wire/search-wires";

const hits = [
  { title: "Inside", url: "https://news.site.example/a", text: "Inside the site." },
  { title: "Outside", url: "https://other.example/b", text: "Outside the site." },
];

/** A run whose model searches once, preferring sites of its own, and then says what it was told. */
async function askWith(focus: SearchFocus) {
  const [brave, searxng] = await Promise.all([
    startSearchServer(braveWire, hits),
    startSearchServer(searxngWire, hits),
  ]);
  closeAfter(brave);
  closeAfter(searxng);
  const { services, provider } = await openWith(
    ({ turn }) =>
      turn === 0 ? call("web_search", { query: "tides", sourceCategory: "tech" }) : text("That is all."),
    { BRAVE_BASE_URL: brave.url, BRAVE_API_KEY: "k", SEARXNG_URL: searxng.url },
  );
  const started = await services.runs.start("owner", {
    ...toQuestion("What of the tides?"),
    options: { focus },
  });
  const reply = await started.reply;
  const record = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
  return { brave, searxng, record, told: JSON.stringify(provider.requests.at(-1)?.body["messages"]) };
}

describe("the focus of a question", () => {
  it("on a site holds for what the model searches, is told to it, and stands in the run's record", async () => {
    const focus = { kind: "site", site: "site.example" } as const;
    const { searxng, record, told } = await askWith(focus);
    expect(searxng.questions()[0]?.sites).toEqual(["site.example"]);
    expect(told).toContain("Inside the site.");
    expect(told).not.toContain("Outside the site.");
    expect(told).toContain("The person limits web search to site.example");
    expect(record.focus).toEqual(focus);
  });

  it("on academic sources asks only the engine that has such", async () => {
    const { brave, searxng, record } = await askWith({ kind: "academic" });
    expect(searxng.asked[0]?.url.searchParams.get("categories")).toBe("science");
    expect(brave.asked).toEqual([]);
    expect(record.focus).toEqual({ kind: "academic" });
  });
});

describe("the site of a focus", () => {
  const read = (site: string) => chatOptionsSchema.safeParse({ focus: { kind: "site", site } });

  it.each(["example.org", "News.Example.org", "a-b.xn--fiqs8s"])("is a host such as %s", (site) => {
    expect(read(site).data?.focus).toEqual({ kind: "site", site: site.toLowerCase() });
  });

  it.each([
    ...["", "example", "https://example.org", "example.org/path", "example.org:80", "user@example.org"],
    ...["127.0.0.1", "[::1]", "-a.org", "a..org", ".org", "a b.org", "a.org OR site:b.org", "a.org\nb.org"],
    `${"a".repeat(64)}.org`,
  ])("is never %j", (site) => {
    expect(read(site).success).toBe(false);
  });
});
