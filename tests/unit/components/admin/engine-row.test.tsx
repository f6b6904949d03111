import { describe, expect, it } from "vitest";
import { BreakerList } from "@/components/admin/breaker-section";
import { EngineRow } from "@/components/admin/pages/search-page";
import type { EngineState } from "@/lib/protocol/settings";
import { renderInLocale } from "@/tests/support/render-in-locale";

const render = (engine: EngineState, locale: "en" | "zh" = "en") =>
  renderInLocale(
    locale,
    <EngineRow
      engine={engine}
      place={1}
      isLast
      isOn
      onToggle={() => undefined}
      onMove={() => undefined}
      onKeyChanged={async () => undefined}
    />,
  );
const searxng: EngineState = {
  id: "searxng",
  name: "SearXNG",
  key: "unneeded",
  where: "",
  needs: "SEARXNG_URL",
};
const google: EngineState = {
  id: "google-search",
  name: "Google Programmable Search",
  key: "none",
  where: "https://customsearch.googleapis.com",
  needs: "GOOGLE_SEARCH_ENGINE_ID",
};

describe("the row of a search engine", () => {
  it("names the variable that is missing and offers no test", async () => {
    const html = await render(searxng);
    expect(html).toContain("Set SEARXNG_URL in the environment, then restart the server.");
    expect(html).toContain("Not set up");
    expect(html).not.toContain("Test");
    expect(await render(searxng, "zh")).toContain("请设置环境变量 SEARXNG_URL");
  });

  it("takes a key while the environment lacks the rest", async () => {
    const html = await render(google);
    expect(html).toContain("GOOGLE_SEARCH_ENGINE_ID");
    expect(html).toContain('type="password"');
  });

  it("offers a test once all is there", async () => {
    const { needs: _needs, ...ready } = google;
    const html = await render({ ...ready, key: "environment" });
    expect(html).toContain("Test");
    expect(html).not.toContain('type="password"');
  });
});

describe("a search engine that fails", () => {
  it("is called by its name", async () => {
    const breaker = {
      kind: "engine",
      name: "google-search",
      state: "closed",
      failures: 1,
      retryAfter: null,
      last: null,
    } as const;
    expect(
      await renderInLocale(
        "en",
        <BreakerList breakers={[breaker]} names={{ "google-search": "Google Programmable Search" }} />,
      ),
    ).toContain("Google Programmable Search");
  });
});
