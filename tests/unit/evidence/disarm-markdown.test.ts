import { marked, type Token } from "marked";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import MarkdownIt from "markdown-it";
import { disarmMarkdown, toPlainMarkdown, toQuotation } from "@/lib/features/evidence/export/disarm-markdown";

type Node = { type: string; children?: Node[]; value?: string };

/** What two readers of Markdown would run or fetch. */
function findLive(markdown: string): string[] {
  const live: string[] = [];
  const visit = (node: Node): void => {
    if (/^(html|image|imageReference)$/.test(node.type)) live.push(`micromark: ${node.value ?? node.type}`);
    node.children?.forEach(visit);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node);
  const note = ({ type, raw }: Token): void =>
    void (/^(html|image)$/.test(type) && live.push(`marked: ${raw}`));
  marked.walkTokens(marked.lexer(markdown), note);
  return live;
}

const tag = "<img src=x onerror=alert(1)>";

describe("disarmed Markdown", () => {
  it.each([
    `Hello ${tag}`,
    `\\${tag}`,
    `\\\\${tag}`,
    "<script>alert(1)</script>",
    "a `b\n<script>alert(1)</script>\nc`",
    `# a \`\nx ${tag} \``,
    `| \` | ${tag} \` |\n|---|---|\n| \` | ${tag} \` |`,
    `\\\`${tag}\``,
    `1. a\n   \`\`\`\n${tag}`,
    `   \`\`\`\n\`\`\`\n${tag}`,
    `> \`\`\`\n${tag}`,
    `a \` b\nc \` ${tag} \` d`,
    `[x](<\`>) ${tag} \``,
    `[x](y "\`") ${tag} \``,
    `http://x.example/\` ${tag} \``,
    `<https://a\`b> ${tag} \``,
    `<div>\n\`\`\`\n\n\`\`\`\n${tag}`,
    `~~~\n\`\`\`\n~~~\n${tag}`,
    "![p](https://c.example/p.png) and ![p][r]\n\n[r]: https://c.example/p.png",
    "```\r![x](https://c.example/p.png)\r```\r![x](https://c.example/p.png)",
    `~~~\r~~~\r\n${tag}`,
  ])("holds nothing that runs or is fetched: %j", (markdown) => {
    expect(findLive(disarmMarkdown(markdown))).toEqual([]);
  });

  it("holds nothing that runs or is fetched, whatever stands beside it", () => {
    const pieces = [
      "`",
      "``",
      "```",
      "~~~",
      "\n",
      "\n\n",
      " ",
      "   ",
      "> ",
      "- ",
      "1. ",
      "|",
      "\\",
      "x",
      "[",
      "](",
      ")",
    ];
    const more = [
      "<b>",
      tag,
      "<!--",
      "-->",
      "![i](u)",
      "http://x/",
      "www.x.y/",
      "<div>",
      "# ",
      "*",
      "$",
      '"',
      "    ",
      "a@b.c",
    ];
    const all = [...pieces, ...more];
    // A generator of Lehmer's, so that each run tries the same.
    let seed = 42;
    const pick = () => all[(seed = (seed * 48_271) % 2_147_483_647) % all.length] ?? "";
    const tried = Array.from({ length: 1_000 }, () => Array.from({ length: 14 }, pick).join(""));
    const live = tried.filter((markdown) => findLive(disarmMarkdown(markdown)).length > 0);
    expect(live).toEqual([]);
    expect(tried.filter((markdown) => findLive(markdown).length > 0).length).toBeGreaterThan(333);
  });

  it.each([
    "Use `<div>` and `![code]`, or ``a ` <b>``.",
    "```html\n<div>![x](y)</div>\n```\n\nText",
    "~~~~\n<b>\n~~~\n<i>\n~~~~",
    "Plain *text* with [a link](https://a.example/) [1], and 1 \\* 2.",
  ])("leaves code and plain text as they are: %j", (markdown) => {
    expect(disarmMarkdown(markdown)).toBe(markdown);
  });
});

const reader = new MarkdownIt({ html: true, linkify: true });

/** What readers of Markdown would run, fetch, or make links of. */
function findLinks(markdown: string): string[] {
  const links = findLive(markdown);
  const visit = (node: Node): void => {
    if (/^(link|linkReference|definition|footnote\w+|heading|code|table)$/.test(node.type))
      links.push(node.type);
    node.children?.forEach(visit);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node);
  marked.walkTokens(marked.lexer(markdown), ({ type, raw }: Token) => {
    if (/^(link|def)$/.test(type)) links.push(`marked: ${raw}`);
  });
  if (/<(?:a|img|script|b|div)\b/.test(reader.render(markdown))) links.push("markdown-it");
  return links;
}

describe("a stranger's text in Markdown", () => {
  it.each([
    "[x](https://evil.example/a)",
    "![x](https://evil.example/a.png)",
    "See https://evil.example/a, (www.evil.example) or evil.com.",
    "mailto:a@evil.example xmpp:a@evil.example a@evil.example //evil.example ftp://evil.example",
    "<https://evil.example> <a@evil.example> <img src=https://evil.example/a>",
    "[1]: https://evil.example\n[1]",
    "[^1] [^1]: https://evil.example",
    "&lt;img src=x&gt; &#60;script&#62;",
    "`a` ` https://evil.example ` ``www.evil.example``",
    "请看https://evil.example/页。谢谢",
    "例子.com https://例子.中国/路径",
    "https:\\//evil.example \\<b> a\\",
    "HTTPS://EVIL.EXAMPLE http://2130706433/ http://[::1]/",
  ])("is no link, picture or HTML, and reads as it was: %j", (text) => {
    for (const markdown of [toPlainMarkdown(text), toQuotation(text), `# ${toPlainMarkdown(text)}`])
      expect(findLinks(markdown).filter((kind) => kind !== "heading")).toEqual([]);
    const shown = reader.render(toPlainMarkdown(text)).replace(/<\/?(?:p|code)>/g, "");
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(shown.trim()).toBe(escaped);
  });

  it("is none whatever stands beside what", () => {
    const all = [
      ...["https://evil.example", "www.evil.example", "a@evil.example", "evil.com", "<b>", tag, "![i](u)"],
      ...[
        "[a](u)",
        "`",
        "``",
        "\\",
        "[",
        "](",
        ")",
        "<",
        ">",
        "x",
        " ",
        "$",
        "*",
        "|",
        "&#60;",
        ".",
        "!",
        "'",
      ],
      ...["页", "。", "//", "@", "\r", "\n", "[x]: ", "(", ":", "&"],
    ];
    let seed = 7;
    const pick = () => all[(seed = (seed * 48_271) % 2_147_483_647) % all.length] ?? "";
    const tried = Array.from({ length: 400 }, () => Array.from({ length: 12 }, pick).join(""));
    const live = tried.filter((text) => findLinks(toQuotation(text)).length > 0);
    expect(live.map((text) => [text, toQuotation(text), findLinks(toQuotation(text))])).toEqual([]);
    expect(tried.filter((text) => findLinks(text).length > 0).length).toBeGreaterThan(240);
  });
});
