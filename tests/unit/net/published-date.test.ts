import { describe, expect, it } from "vitest";
import { readHtml } from "@/lib/net/documents/read-html";
import everest from "@/tests/fixtures/wiki/en-mount-everest.json";
import { renderArticle } from "@/tests/support/wiki/wiki-page";

const url = "https://news.test/story";
const story =
  "<h1>The pier</h1><p>It was built on 3 March 1899 and rebuilt on May 29, 1953, after the great storm of that year.</p>";
const toPage = (head: string, before = "") =>
  `<!doctype html><html><head><title>t</title>${head}</head><body>${before}<article>${story}</article></body></html>`;
const toData = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const readDate = async (html: string) => (await readHtml(html, url)).publishedAt;

describe("a page's publication date", () => {
  it.each([
    [
      "JSON-LD",
      toPage(toData({ "@type": "NewsArticle", datePublished: "2026-10-02T08:30:00+02:00" })),
      "2026-10-02T06:30:00.000Z",
    ],
    [
      "a graph in JSON-LD",
      toPage(
        toData({ "@graph": [{ "@type": "WebSite" }, { "@type": "WebPage", datePublished: "2026-10-02" }] }),
      ),
      "2026-10-02T00:00:00.000Z",
    ],
    [
      "a list in JSON-LD",
      toPage(toData([{ "@type": "WebSite" }, { datePublished: "2026-10-02" }])),
      "2026-10-02T00:00:00.000Z",
    ],
    [
      "the last change, for want of a date",
      toPage(toData({ dateModified: "2026-10-03" })),
      "2026-10-03T00:00:00.000Z",
    ],
    [
      "article:published_time",
      toPage('<meta property="article:published_time" content="2026-10-02T08:30:00Z">'),
      "2026-10-02T08:30:00.000Z",
    ],
    ["DC.date", toPage('<meta name="DC.date" content="2026-10-02">'), "2026-10-02T00:00:00.000Z"],
    [
      "citation_publication_date",
      toPage('<meta name="citation_publication_date" content="2026/10/02">'),
      "2026-10-02T00:00:00.000Z",
    ],
    [
      "itemprop",
      toPage('<meta itemprop="datePublished" content="October 2, 2026">'),
      "2026-10-02T00:00:00.000Z",
    ],
    [
      "the header's time",
      toPage("", '<header><time datetime="2026-10-02 08:30" pubdate>Friday</time></header>'),
      "2026-10-02T08:30:00.000Z",
    ],
    [
      "the header's time with itemprop",
      toPage("", '<header><time itemprop="datePublished" datetime="2026-10-02">Friday</time></header>'),
      "2026-10-02T00:00:00.000Z",
    ],
  ])("is what it declares by %s", async (_way, html, date) => {
    await expect(readDate(html)).resolves.toBe(date);
  });

  it("comes before the date of its last change, wherever that stands", async () => {
    const head =
      toData({ dateModified: "2026-11-01" }) +
      '<meta property="article:published_time" content="2026-10-02">';
    await expect(readDate(toPage(head))).resolves.toBe("2026-10-02T00:00:00.000Z");
  });

  it.each([
    ["a date in the text", toPage("")],
    ["a time in the text", toPage("", '<p>Opened <time datetime="1899-03-03">long ago</time>.</p>')],
    [
      "the header's time that is not called the publication",
      toPage("", '<header><time datetime="2026-11-20T12:00">now</time></header>'),
    ],
    [
      "a comment's date in JSON-LD",
      toPage(toData({ "@type": "NewsArticle", comment: { datePublished: "2026-10-09" } })),
    ],
    [
      "JSON-LD that cannot be read",
      toPage('<script type="application/ld+json">{"datePublished": "2026-10-02"</script>'),
    ],
    ["a declared date that is none", toPage('<meta name="date" content="last Friday, 3 o\'clock">')],
  ])("is unknown with %s", async (_reason, html) => {
    await expect(readDate(html)).resolves.toBeUndefined();
  });

  it("is unknown for a wiki's article that tells of a date", async () => {
    const article = await readHtml(renderArticle(everest, 1, url), url);
    expect(article.markdown).toContain("29 May 1953");
    expect(article.publishedAt).toBeUndefined();
  });

  it("is read from a page that is too large for the extractor, too", async () => {
    const head = '<meta property="article:published_time" content="2026-10-02">';
    await expect(readDate(toPage(head, "<p>word</p>".repeat(13_000)))).resolves.toBe(
      "2026-10-02T00:00:00.000Z",
    );
  });
});
