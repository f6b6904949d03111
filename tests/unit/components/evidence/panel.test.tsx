import { describe, expect, it } from "vitest";
import { Seal } from "@/components/evidence/seal";
import { BudgetLink } from "@/components/chat/message/outcome-line";
import { Notices } from "@/components/chat/message/assistant-message";
import { KeptText } from "@/components/evidence/kept-text";
import { PrintedAnswer } from "@/components/evidence/printed-answer";
import { VerdictText } from "@/components/evidence/verdict-text";
import { SourceList } from "@/components/evidence/source-list";
import { listSignedMarks, type ShownVerdict } from "@/lib/client/message/claims";
import { readTurn } from "@/lib/client/message/read-turn";
import type { ChatPart } from "@/lib/protocol/chat-message";
import type { Evaluation } from "@/lib/protocol/answer-checks";
import type { ClaimsData, ClaimSource } from "@/lib/features/evidence/shape/claims";
import type { EvidenceReply } from "@/lib/features/evidence/shape/evidence";
import { meta } from "@/tests/unit/client/parts";
import { citedText, pageText, toCitingReply, toClaims, toHash } from "@/tests/support/answers";
import { renderInLocale } from "@/tests/support/render-in-locale";

const nothing = () => undefined;
const readWords = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const evidence: EvidenceReply = {
  id: "r_1",
  kind: "page",
  number: 1,
  url: "https://a.example/1",
  title: "Sextant",
  site: "a.example",
  publishedAt: "2024-03-05",
  retrievedAt: "2026-05-01T10:00:00.000Z",
  contentHash: toHash(pageText),
  text: pageText,
  route: "archive",
};

describe("the sources of an answer", () => {
  const found = {
    number: 2,
    evidenceId: "r_2",
    url: "https://a.example/2",
    title: "Sailors",
    site: "a.example",
    snippet: "Sailors liked it.",
  };
  const output = {
    ok: true as const,
    text: "",
    summary: { key: "foundResults" as const, values: {} },
    data: { engine: "e", results: [found], notes: [] },
    meta,
  };
  const search: ChatPart = {
    type: "tool-web_search",
    toolCallId: "t1",
    state: "output-available",
    input: { query: "q" },
    output,
  };
  const reply = toCitingReply("a1");
  const message = { ...reply, parts: [search, ...reply.parts] };
  const draw = (locale: "en" | "zh") =>
    renderInLocale(
      locale,
      <SourceList
        messages={[message]}
        {...{ message, claims: toClaims() }}
        marks={listSignedMarks(message, readTurn(message).pieces, toClaims())}
        onShow={nothing}
      />,
    );

  it("say how the check went, and which page was not read", async () => {
    const words = readWords(await draw("en"));
    expect(words).toContain("1 Sextant a.example");
    expect(words).toContain("1 supported, 1 not found");
    expect(words.match(/not read/g)).toHaveLength(1);
    expect(words).toContain(
      "2 Sailors a.example Sailors liked it. Cited from a search result; the page was not read.",
    );
  });

  it("fetch no icon from a site", async () => {
    expect(await draw("zh")).not.toMatch(/<img|url\(/);
  });
});

describe("a text that was kept", () => {
  const { passage = null } = toClaims().claims[0]?.sources[0] ?? {};

  it("says where it is from, when and how it was read, and its hash", async () => {
    const words = readWords(
      await renderInLocale("en", <KeptText evidence={evidence} passage={passage} citedFor={null} />),
    );
    expect(words).toContain(
      "As it was read on May 1, 2026, 10:00 AM · from the web archive · Published Mar 5, 2024",
    );
    expect(words).toContain(`Content hash ${toHash(pageText).slice(0, 12)}…`);
  });

  it("opens at the page that is cited where no passage is known", async () => {
    const text = "# Octant\n\nOf the first page.\n\n## Sextant\n\nOf the second page.\n";
    const paged = { ...evidence, text, pages: [0, text.indexOf("## Sextant")], documentKind: "pdf" as const };
    const html = await renderInLocale(
      "en",
      <KeptText evidence={paged} place={{ page: 2 }} passage={null} citedFor={null} />,
    );
    const [before, after] = html.split("data-place");
    expect(before).toContain("Of the first page.");
    expect(before).not.toContain("Of the second page.");
    expect(after).toContain("Of the second page.");
  });

  it("leads to the passage on the live page, and marks it", async () => {
    const html = await renderInLocale(
      "zh",
      <KeptText evidence={evidence} passage={passage} citedFor={null} />,
    );
    expect(html).toContain(
      'href="https://a.example/1#:~:text=John%20Hadley%20showed%20an%20octant%20in%201731."',
    );
    expect(html).toContain("<mark>John Hadley showed an **octant** in 1731.</mark>");
    expect(html).toContain("打开原网页的这一段");
  });
});

describe("the line above an answer", () => {
  type Given = {
    isOver?: boolean;
    verdicts?: ShownVerdict[];
    claims?: ClaimsData | null;
    evaluation?: Evaluation;
  };
  const render = (
    { isOver = true, verdicts = [], claims = toClaims(), evaluation }: Given,
    locale: "en" | "zh" = "en",
  ): Promise<string> => {
    const marks = verdicts.map((verdict, place) => ({
      ...{ key: `0.${place}` as const, number: 1, section: 0, verdict },
    }));
    return renderInLocale(locale, <Seal messageId="a1" isOver={isOver} {...{ claims, marks, evaluation }} />);
  };
  const draw = async (given: Given, locale: "en" | "zh" = "en") => readWords(await render(given, locale));

  it("says the same in its sentence, its ticks and its counts, whatever was found", async () => {
    const verdicts: ShownVerdict[] = ["quoted", "supported", "partly", "differs", "not_found", "unchecked"];
    for (let seed = 0; seed < 60; seed += 1) {
      const given = Array.from(
        { length: 1 + (seed % 9) },
        (_, place) => verdicts[(seed * 7 + place * seed) % 6],
      );
      const marks = given.filter((verdict) => verdict !== undefined);
      const html = await render({ verdicts: marks });
      const ticks = [...html.matchAll(/<i data-verdict="(\w+)"/g)].map(([, verdict]) => verdict);
      expect(ticks).toEqual(marks);
      const signs = [...html.matchAll(/verdict-sign" data-verdict="(\w+)"/g)].map(([, verdict]) => verdict);
      expect(new Set(signs)).toEqual(new Set(marks));
      const counted = [
        ...readWords(html.slice(html.lastIndexOf("</i>"))).matchAll(
          /(\d+) (?:word|supported|partly|differs?|not)/g,
        ),
      ];
      expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(marks.length);
      const supported = marks.filter((verdict) => verdict === "quoted" || verdict === "supported").length;
      const start =
        supported === marks.length ? /^(All|The one)/ : supported === 0 ? /^(None|The one)/ : null;
      expect(readWords(html)).toMatch(start ?? `${supported} of ${marks.length} statements`);
    }
  });

  it("says what is still being checked", async () => {
    const verdicts: ShownVerdict[] = ["quoted", "unchecked", "pending", "pending"];
    expect(await draw({ verdicts })).toBe(
      "Checking 2 of 4 statements 1 word for word 1 not checked Walk through",
    );
    expect(await draw({ verdicts, claims: null, isOver: false })).toContain("Checking each sentence");
    expect(await draw({ verdicts }, "zh")).toContain("正在核对 4 句中的 2 句");
  });

  it("is not there where nothing was cited, and nobody judged", async () => {
    expect(await draw({ claims: toClaims({ claims: [] }) })).toBe("");
    expect(await draw({ claims: null })).toBe("");
  });

  it("says how sure the judge of the answer is, and what is missing", async () => {
    const sure = { answered: true, supported: true, missing: [], confidence: 0.86 };
    expect(await draw({ claims: null, evaluation: sure })).toBe("86% sure");
    const unsure = { answered: false, supported: false, missing: ["the keel", "the mast"], confidence: 0.4 };
    expect(await draw({ claims: null, evaluation: unsure })).toBe(
      "40% sure · not everything asked is answered · not everything is backed by what was found · missing: the keel and the mast",
    );
    expect(await draw({ claims: null, evaluation: unsure }, "zh")).toBe(
      "把握 40% · 没有完全回答问题 · 部分内容缺少依据 · 还缺：the keel和the mast",
    );
  });
});

describe("the words of a verdict", () => {
  const [claim] = toClaims().claims;
  const draw = async (source: Partial<ClaimSource>, locale: "en" | "zh" = "en") => {
    const [first] = claim?.sources ?? [];
    if (claim === undefined || first === undefined) throw new Error("No claim to draw.");
    return renderInLocale(locale, <VerdictText source={{ ...first, ...source }} />);
  };

  it.each([
    ["quoted", "In the source, word for word"],
    ["supported", "The source says this"],
    ["partly", "The source says part of this"],
    ["not_found", "Not found in the source"],
    ["unchecked", "Not checked"],
  ] as const)("say %s with its own sign", async (verdict, words) => {
    const html = await draw({ verdict });
    expect(readWords(html)).toBe(words);
    expect(html).toContain(`data-verdict="${verdict}"`);
  });

  it("show both values of what differs", async () => {
    const differs = {
      verdict: "differs" as const,
      problems: ["number" as const],
      difference: { claim: "14 km", source: "41 km" },
    };
    expect(readWords(await draw(differs))).toBe("The number differs: 14 km, the source says 41 km");
    expect(readWords(await draw(differs, "zh"))).toBe("数字不一致：这里是 14 km，来源是 41 km");
  });

  it("say the reasons that answers of earlier versions keep", async () => {
    const old = await draw({ verdict: "not_found", problems: ["name", "quote"] });
    expect(readWords(old)).toBe(
      "Not found in the source · the source doesn’t mention a name · the quote doesn’t match",
    );
  });
});

describe("a notice of a page that gave instructions", () => {
  it("has a shield, and others none", async () => {
    const draw = (kind: "injection" | "fallback") =>
      renderInLocale(
        "en",
        <Notices notices={[{ kind, text: "A page tried to give instructions." }]} remedy={null} />,
      );
    expect(await draw("injection")).toContain("<svg");
    expect(await draw("fallback")).not.toContain("<svg");
  });
});

describe("a notice of what money refused", () => {
  const draw = (canConfigure: boolean) =>
    renderInLocale(
      "en",
      <Notices
        notices={[{ kind: "unpaid", text: "Too dear." }]}
        remedy={<BudgetLink canConfigure={canConfigure} />}
      />,
    );

  it("leads administrators, and nobody else, to the budget", async () => {
    expect(await draw(true)).toContain('href="/admin/agent#costBudgetPerRequest"');
    expect(readWords(await draw(false))).toBe("Too dear.");
  });
});

describe("the page for print", () => {
  it("has the question, the answer, and each source with its whole address and its passages", async () => {
    const source = {
      ...evidence,
      evidenceId: "r_1",
      number: 1,
      url: "https://a.example/1",
      text: null,
      quotes: [{ sentence: "Built in 1731", verdict: "supported" as const, quote: "John **Hadley**" }],
    };
    const answer = {
      conversationId: "c1",
      messageId: "a1",
      title: "T",
      question: "Who built it?",
      answer: citedText,
      pairs: [],
      sources: [source],
      claims: null,
    };
    const words = readWords(await renderInLocale("en", <PrintedAnswer answer={answer} />));
    expect(words).toContain("Who built it?");
    expect(words).toContain(toHash(pageText));
    expect(words).toContain("https://a.example/1");
    expect(words).toContain("John Hadley The source says this: Built in 1731");
  });
});
