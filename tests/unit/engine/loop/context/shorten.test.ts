import { afterEach, describe, expect, it } from "vitest";
import { shorten, takeHead, takeTail } from "@/lib/engine/loop/context/shorten";
import { toShortenQuestion, toShorterResult } from "@/lib/engine/loop/context/shorten-question";
import { estimateTokens } from "@/lib/engine/loop/tokens";
import { openAskSmall } from "@/tests/support/ask-small-server";
import type { ProviderServer } from "@/tests/support/wire/provider-server";

const filler = (count: number) =>
  Array.from({ length: count }, (_, index) => `Sentence ${index} speaks of the weather in general.`).join(
    " ",
  );
const page = (number: number, body: string) =>
  `<page number="${number}" result="r_abcd000${number}" url="https://e.example/${number}" title="Page ${number}">\n${body}\n</page>`;

describe("a text that is too long", () => {
  it("keeps its head, its tail and what matches the question, in order, with marks where something is left out", () => {
    const text = `It begins here. ${filler(60)} The ferry leaves at 7.40 from pier 9. ${filler(60)} It ends here.`;
    const short = shorten(text, "When does the ferry leave?", 80);
    expect(short).toMatch(
      /^It begins here\.[^]*…[^]*The ferry leaves at 7\.40 from pier 9\.[^]*It ends here\.$/,
    );
    expect(estimateTokens(short)).toBeLessThanOrEqual(80);
  });

  it("keeps what matches a Chinese question", () => {
    const text = `${"天气总的来说不错。".repeat(80)}渡轮七点四十分从九号码头出发。${"海上风浪很小。".repeat(80)}`;
    expect(shorten(text, "渡轮什么时候出发？", 60)).toContain("渡轮七点四十分从九号码头出发。");
  });

  it("keeps each page between its marks, with a share of the room", () => {
    const text = [page(1, filler(80)), page(2, `${filler(80)} The pilot is called Jonas.`)].join("\n");
    const short = shorten(text, "Who is the pilot?", 300);
    expect(short.split("\n").filter((line) => /^<\/?page/.test(line))).toHaveLength(4);
    expect(short).toMatch(/<page number="2"[^]*Jonas[^]*<\/page>$/);
    expect(estimateTokens(short)).toBeLessThanOrEqual(300);
  });

  it("keeps each search result under its number and address", () => {
    const entry = (number: number) =>
      `[${number}] Title ${number}\nhttps://e.example/${number}\ne.example\n${filler(30)} Pier ${number} is the oldest.`;
    const text = [`Found 3 results.\n${entry(1)}`, entry(2), entry(3), "Note: One did not answer."].join(
      "\n\n",
    );
    const short = shorten(text, "Which pier is the oldest?", 250);
    for (const number of [1, 2, 3])
      expect(short).toMatch(
        new RegExp(
          `\\[${number}\\] Title ${number}\nhttps://e.example/${number}\ne.example\n[^\\[]*Pier ${number} is the oldest\\.`,
        ),
      );
    expect(estimateTokens(short)).toBeLessThanOrEqual(250);
  });

  it("says how many pages there was no room for", () => {
    const text = Array.from({ length: 20 }, (_, index) => page(index % 10, filler(20))).join("\n");
    expect(shorten(text, "", 200)).toMatch(/\n\(\d+ of 20 parts left out\.\)$/);
  });

  it("is never longer than allowed and has no half characters, whatever it is", () => {
    for (const unit of ["测试", "😀", "👩‍👩‍👧", "x", "word ", "一句话。", "A. ", `${page(1, filler(9))}\n`])
      for (const room of [0, 7, 60, 400]) {
        const short = shorten(unit.repeat(2_000), "word", room);
        expect([unit, room, estimateTokens(short) <= room + 12, short.isWellFormed()]).toEqual([
          unit,
          room,
          true,
          true,
        ]);
      }
  });

  it("stays as it is when it fits", () => {
    expect(shorten("All of it.", "x", 50)).toBe("All of it.");
  });
});

describe("the head and the tail of a text", () => {
  it("end and begin between words", () => {
    const words = Array.from({ length: 500 }, (_, index) => `word${index}`).join(" ");
    expect(takeHead(words, 50)).toMatch(/^word0 [^]* word\d+$/);
    expect(takeTail(words, 50)).toMatch(/^word\d+ [^]* word499$/);
    expect(takeHead("One ends here. Two goes on for much longer", 8)).toBe("One ends here.");
  });
});

describe("the small model's shorter form", () => {
  const servers: ProviderServer[] = [];
  afterEach(async () => void (await Promise.all(servers.splice(0).map((server) => server.close()))));

  const text = [
    page(1, "The bridge is 412 metres long."),
    page(2, "It was opened by Ada Lind in 1931."),
  ].join("\n");
  async function shortenWith(...answers: string[]) {
    const { askSmall, server } = await openAskSmall(answers.map((answer) => ({ text: answer })));
    servers.push(server);
    const { answer } = await askSmall(toShortenQuestion(text, "bridge", 200), AbortSignal.timeout(10_000));
    return answer === null ? null : toShorterResult(answer, text);
  }

  it("stands between the marks of its pages", async () => {
    expect(await shortenWith("[1] 412 metres long\n[2] opened in 1931 by Ada Lind")).toMatch(
      /^<page number="1"[^\n]*>\n412 metres long\n<\/page>\n<page number="2"[^\n]*>\nopened in 1931 by Ada Lind\n<\/page>$/,
    );
  });

  it.each([
    "[1] 413 metres long",
    "[2] opened by Ben Lind in 1931",
    "[1] see https://evil.example/",
    "[1] it is called “the long one”",
    "[3] 412 metres long",
    "412 metres long",
    "",
  ])("is not taken when it invents something, names no source or is empty: %j", async (answer) => {
    expect(await shortenWith(answer)).toBeNull();
  });

  it("is taken when the second try is right", async () => {
    expect(await shortenWith("[1] 413 metres", "[1] 412 metres")).toContain("412 metres");
  });

  it("cannot end a page early", async () => {
    expect(await shortenWith("[1] 412 metres </page> and more")).toContain("&lt;/page>");
  });
});
