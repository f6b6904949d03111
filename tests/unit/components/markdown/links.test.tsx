import { describe, expect, it } from "vitest";
import { LinkDialog } from "@/components/markdown/link-dialog";
import { LinksProvider } from "@/components/markdown/links-provider";
import { RenderedMarkdown } from "@/components/markdown/rendered-markdown";
import type { Locale } from "@/i18n/locales";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { renderInLocale } from "@/tests/support/render-in-locale";

const asked: ChatMessage[] = [
  { id: "u1", role: "user", parts: [{ type: "text", text: "Look at https://a.example/page" }] },
];
const answer = (text: string) => <RenderedMarkdown text={text} isStreaming={false} />;
const draw = (text: string, locale: Locale = "en") =>
  renderInLocale(locale, <LinksProvider messages={asked}>{answer(text)}</LinksProvider>);

describe("a link in an answer", () => {
  it("that the person wrote is a link, which tells its site nothing of us", async () => {
    expect(await draw("[page](https://a.example/page)")).toContain(
      '<a href="https://a.example/page" target="_blank" rel="noopener noreferrer">page</a>',
    );
  });

  it.each([
    ["[page](https://evil.example/?d=peanuts)"],
    ["<https://evil.example/?d=peanuts>"],
    ["https://evil.example/?d=peanuts"],
    ["[page][1]\n\n[1]: https://evil.example/?d=peanuts"],
    ["[page](https://a.example/page?d=peanuts)"],
    ["[page](https://a.example/page#peanuts)"],
    ["[mail](mailto:a@evil.example?body=peanuts)"],
  ])("that no source has named has no address to open: %s", async (text) => {
    const html = await draw(text);
    expect(html).not.toContain("<a ");
    expect(html).toMatch(/<span role="link" tabindex="0" title="[^"]*peanuts"/i);
  });

  it("stays text where nobody can be asked", async () => {
    expect(await renderInLocale("en", answer("[page](https://evil.example/?d=peanuts)"))).not.toMatch(
      /<a |role="link"/,
    );
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.example/",
    "/api/image?url=x",
    "https://",
    "vbscript:x",
    "file:///etc/passwd",
  ])("to %s is none", async (href) => {
    expect(await draw(`[page](${href})`)).not.toMatch(/<a |role="link"/);
  });
});

describe("a picture in an answer", () => {
  it("of another site is not loaded, and offers to be", async () => {
    const html = await draw("![Chart](https://evil.example/p.png?d=peanuts)");
    expect(html).not.toContain("<img");
    expect(html).toContain("Picture not loaded: Chart");
    expect(html).toContain("Load picture");
    expect(html).toContain('title="https://evil.example/p.png?d=peanuts"');
  });

  it("of our own is shown", async () => {
    expect(await draw("![Chart](/api/files/f1)")).toContain('src="/api/files/f1"');
  });

  it.each([
    "/api/files/../image?url=https%3A%2F%2Fevil.example%2F",
    "/api/files/%2e%2e/image?url=https%3A%2F%2Fevil.example%2F",
    "/api/files/f1?url=https://evil.example/",
    "/api/image?url=https%3A%2F%2Fevil.example%2F",
    "//evil.example/p.png",
    "data:image/svg+xml,<svg/>",
  ])("that only looks like our own is not loaded: %s", async (src) => {
    expect(await draw(`![Chart](${src})`)).not.toContain("<img");
  });
});

describe("the question before an address", () => {
  const ask = (url: string, locale: Locale, kind: "link" | "picture" = "link") =>
    renderInLocale(
      locale,
      <LinkDialog
        question={kind === "link" ? { kind, url } : { kind, url, onAgree: () => undefined }}
        onClose={() => undefined}
      />,
    );

  it("shows all of it, and what opening it tells whom", async () => {
    const html = await ask("https://evil.example/a?d=peanut%20allergy", "en");
    expect(html).toContain("evil.example</strong>/a?d=peanut%20allergy");
    expect(html).toContain("<bdi>peanut allergy</bdi>");
    expect(html).toContain("tells evil.example everything in it");
    expect(html).toMatch(
      /<a href="https:\/\/evil\.example\/a\?d=peanut%20allergy" target="_blank" rel="noopener noreferrer"/,
    );
  });

  it("loads a picture only by a button, and says so in Chinese, too", async () => {
    const html = await ask("https://evil.example/p.png", "zh", "picture");
    expect(html).toContain("加载这张图片吗？");
    expect(html).not.toMatch(/<a |<img/);
  });

  it("warns of a name in another script", async () => {
    expect(await ask("https://аpple.com/", "en")).toContain("letters of another alphabet");
  });
});
