import { describe, expect, it } from "vitest";
import { mergeResults, toPageKey } from "@/lib/features/web/search/ask-engines";
import { findIsoDate } from "@/lib/features/web/search/to-results";
import { findQueryLanguage } from "@/lib/features/web/search/query-language";
import { rankByTarget } from "@/lib/features/web/search/ask-engines";
import { listRewordings } from "@/lib/features/web/search/search";
import { isOnSite, limitToSites } from "@/lib/features/web/search/site-limit";
import { toResults } from "@/lib/features/web/search/to-results";

const signal = new AbortController().signal;

describe("the forms of one address", () => {
  it.each([
    ["https://a.test/x", "http://a.test/x"],
    ["https://a.test/x", "https://www.a.test/x/"],
    ["https://a.test/x", "https://a.test/x#part"],
    ["https://a.test/x", "https://m.a.test/x"],
    ["https://a.test/x?id=1&page=2", "https://a.test/x?page=2&utm_source=n&id=1&fbclid=z"],
    ["https://a.test", "https://a.test/?gclid=1"],
    ["https://en.wikipedia.org/wiki/Sextant", "https://en.m.wikipedia.org/wiki/Sextant"],
  ])("%s and %s are one page", (one, other) => {
    expect(toPageKey(one)).toBe(toPageKey(other));
  });

  it.each([
    ["https://a.test/x", "https://b.test/x"],
    ["https://a.test/x", "https://a.test/X"],
    ["https://a.test/x?id=1", "https://a.test/x?id=2"],
    ["https://en.wikipedia.org/wiki/A", "https://de.wikipedia.org/wiki/A"],
    ["https://m.test/x", "https://www.test/x"],
    ["https://a.test:8443/x", "https://a.test/x"],
  ])("%s and %s are two", (one, other) => {
    expect(toPageKey(one)).not.toBe(toPageKey(other));
  });

  it("keeps the first of them, in the first one's place", () => {
    const toResult = (url: string) => ({ title: url, url, snippet: "", site: "" });
    const merged = mergeResults(
      [toResult("https://a.test/"), toResult("https://b.test/")],
      [toResult("http://b.test"), toResult("https://c.test/")],
    );
    expect(merged.map(({ url }) => url)).toEqual(["https://a.test/", "https://b.test/", "https://c.test/"]);
  });
});

describe("findIsoDate", () => {
  it.each([
    ["2024-05-01", "2024-05-01"],
    ["2024-05-01T12:30:00", "2024-05-01T12:30:00.000Z"],
    ["2024-05-01 12:30:00.123456", "2024-05-01T12:30:00.000Z"],
    ["2024-05-01T12:30:00+0200", "2024-05-01T10:30:00.000Z"],
    ["2024-05-01T12:30:00-05:00", "2024-05-01T17:30:00.000Z"],
    ["Wed, 01 May 2024 12:30:00 GMT", "2024-05-01T12:30:00.000Z"],
    ["May 1, 2024", "2024-05-01"],
    ["3 days ago", null],
    ["yesterday", null],
    ["1970-01-01T00:00:00", null],
    ["2024-13-45", null],
    ["", null],
    [null, null],
  ])("makes of %j %j", (text, date) => {
    expect(findIsoDate(text)).toBe(date);
  });
});

describe("findQueryLanguage", () => {
  it.each([
    ["sextant", "de-AT", "de"],
    ["sextant", undefined, null],
    ["六分仪", "en", "zh"],
    ["六分儀", "ja", "ja"],
    ["секстант", "ru", "ru"],
    ["sextant", "ru", null],
    ["sextant", "evil.test/#", null],
  ])("takes %s by somebody who reads %s for %s", (query, language, expected) => {
    expect(findQueryLanguage({ query, ...(language !== undefined && { language }) })).toBe(expected);
  });
});

describe("limitToSites", () => {
  const most = { characters: 60, words: 8 };
  it.each([
    ["sextant", [], "sextant"],
    ["sextant", ["a.test"], "sextant site:a.test"],
    ["sextant", [".gov", "a.test"], "sextant (site:gov OR site:a.test)"],
    ["a b c d e f g h i", [], "a b c d e f g h"],
    ["a b c d e f g h i", ["a.test", "b.test"], "a b c d e (site:a.test OR site:b.test)"],
    ["x".repeat(90), ["a.test"], `${"x".repeat(48)} site:a.test`],
  ])("writes %s on %j as %s", (query, sites, expected) => {
    expect(limitToSites(query, sites, most)).toBe(expected);
  });

  it("knows what is on a site and below it", () => {
    const on = (url: string) => isOnSite(url, ["a.test", ".gov"]);
    expect(["https://a.test/x", "https://www.a.test/", "https://nasa.gov/"].map(on)).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ["https://ba.test/", "https://a.test.evil.example/", "https://gov.example/", "nothing"].map(on),
    ).toEqual([false, false, false, false]);
  });
});

describe("listRewordings", () => {
  const list = (query: string, more = {}) =>
    listRewordings({ query, limit: 3, signal, ...more }).map(
      ({ query: { query: words, sites, freshness } }) => ({ words, sites, freshness }),
    );

  it("has nothing to say where there are neither words to lose nor limits", () => {
    expect(list("sextant")).toEqual([]);
  });

  it("keeps the names of a long question", () => {
    expect(list("Kilimanjaro glacier thickness history")).toMatchObject([{ words: "Kilimanjaro thickness" }]);
  });

  it("drops quotes and operators and keeps the words, in Chinese too", () => {
    expect(list('"octant sextant" OR (maker -"toy shop") site:a.test')).toMatchObject([
      { words: "octant sextant maker" },
    ]);
    expect(list("“六分仪” 精度")).toMatchObject([{ words: "六分仪 精度" }]);
  });

  it("keeps the limits while it changes words, and drops them at last", () => {
    expect(list('"sextant maker"', { sites: ["a.test"], freshness: "week" })).toEqual([
      { words: "sextant maker", sites: ["a.test"], freshness: "week" },
      { words: "sextant maker", sites: undefined, freshness: undefined },
    ]);
  });

  it("never leaves the site that the person named", () => {
    const focus = { kind: "site", site: "a.test" };
    expect(list("sextant", { focus, sites: ["a.test"] })).toEqual([]);
    expect(list("sextant", { focus, sites: ["b.a.test"], freshness: "week" })).toEqual([
      { words: "sextant", sites: ["a.test"], freshness: undefined },
    ]);
  });
});

describe("rankByTarget", () => {
  const toResult = (title: string) => ({ title, url: `https://a.test/${title}`, snippet: "", site: "" });
  const rank = (titles: string[], targetInfo?: string[]) =>
    rankByTarget(titles.map(toResult), targetInfo).map(({ title }) => title);

  it("leaves the engine's order where nothing is looked for, or nothing holds it", () => {
    expect(rank(["a", "b", "c"])).toEqual(["a", "b", "c"]);
    expect(rank(["a", "b", "c"], ["height"])).toEqual(["a", "b", "c"]);
  });

  it("moves what holds more of it up, and weighs the engine's order too", () => {
    expect(rank(["a", "b", "height and weight"], ["height", "weight"])).toEqual([
      "a",
      "height and weight",
      "b",
    ]);
    expect(rank(["a", "height", "c", "weight"], ["height or weight"])).toEqual([
      "height",
      "a",
      "weight",
      "c",
    ]);
  });
});

describe("toResults", () => {
  it("keeps to the limit after what is left out", () => {
    const hits = [
      "javascript:1",
      "https://a.test/",
      "http://10.0.0.1/",
      "https://b.test/",
      "https://c.test/",
    ].map((url) => ({ url, title: "" }));
    expect(toResults(hits, 2).map(({ url, title }) => [url, title])).toEqual([
      ["https://a.test/", "a.test"],
      ["https://b.test/", "b.test"],
    ]);
  });

  it("does not take long over marks that never end", () => {
    const [result] = toResults(
      [{ url: "https://a.test/", title: "<a".repeat(500_000), text: "&#".repeat(500_000) }],
      1,
    );
    expect(result?.snippet.length).toBeLessThanOrEqual(600);
  });
});
