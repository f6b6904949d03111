import { describe, expect, it } from "vitest";
import { MemoryPage } from "@/components/memory/memory-page";
import { locales } from "@/i18n/locales";
import { memoryCategories } from "@/lib/features/memory/shape";
import { factEndings, factOrigins, type MemoriesReply } from "@/lib/features/memory/shape";
import { buildFact } from "@/tests/support/facts";
import { renderInLocale } from "@/tests/support/render-in-locale";

const day = 86_400_000;
const now = Date.UTC(2026, 10, 22, 12);
const place = { conversationId: "c1", messageId: "m1" };

const toReply = (changes: Partial<MemoriesReply>): MemoriesReply => ({
  facts: [],
  history: [],
  isOff: false,
  learning: "phrases",
  ...changes,
});
const render = (
  initial: MemoriesReply | null,
  locale: (typeof locales)[number] = "en",
  openFactId: string | null = null,
) =>
  renderInLocale(
    locale,
    <MemoryPage initial={initial} clock={{ now, timeZone: "UTC" }} openFactId={openFactId} />,
  );
const toText = (html: string) => html.replace(/<[^>]*>/g, "").replaceAll("&quot;", '"');

describe.each(locales)("the page of memories in %s", (locale) => {
  it("has words for every way in, kind, tier and ending", async () => {
    const facts = factOrigins.map((origin, index) =>
      buildFact({
        id: `f${index}`,
        content: `Fact ${index}`,
        origin,
        category: memoryCategories[index] ?? "profile",
        createdAt: now,
        expiresAt: now + 30 * day,
      }),
    );
    const history = factEndings.map((why, index) => ({
      ...buildFact({ id: `h${index}`, content: `Past ${index}` }),
      endedAt: now,
      why,
    }));
    const html = await render(toReply({ facts, history }), locale);
    for (const { content } of [...facts, ...history]) expect(html).toContain(content);
    expect(html).not.toMatch(/memory\.[a-z]/);
  });
});

describe("a fact on the page", () => {
  it("leads to where it was said and to the answer that used it last", async () => {
    const fact = buildFact({
      source: place,
      origin: "learned",
      useCount: 2,
      lastUsedAt: now - day,
      usedIn: { conversationId: "c2", messageId: "m2" },
      createdAt: now - 9 * day,
      expiresAt: now + 81 * day,
    });
    const html = await render(toReply({ facts: [fact] }));
    expect(html).toMatch(/href="\/c\/c1\?message=m1"[^>]*>Learned from a conversation</);
    expect(html).toMatch(/href="\/c\/c2\?message=m2"[^>]*>Used twice, last on Nov 21, 2026</);
    expect(toText(html)).toContain("Since Nov 13, 2026");
    expect(toText(html)).toContain("Until Feb 11, 2027");
  });

  it("that was added by hand leads nowhere", async () => {
    expect(await render(toReply({ facts: [buildFact({ origin: "person" })] }))).toMatch(/Added by you/);
    expect(await render(toReply({ facts: [buildFact({ origin: "person" })] }))).not.toMatch(/href="\/c\//);
  });

  it("is marked when it expires within a week", async () => {
    const text = toText(await render(toReply({ facts: [buildFact({ expiresAt: now + 2.5 * day })] })));
    expect(text).toContain("1 memory expires within 7 days:");
    expect(text).toContain("Expires in 3 days");
  });

  it("shows what it was before", async () => {
    const facts = [buildFact({ id: "oslo", content: "Lives in Oslo", replaces: "rome" })];
    const history = [
      { ...buildFact({ id: "rome", content: "Lives in Rome" }), endedAt: now, why: "updated" as const },
    ];
    const text = toText(await render(toReply({ facts, history })));
    expect(text).toContain(
      "Before: Lives in RomeReplaced by something newer on Nov 22, 2026Now: Lives in Oslo",
    );
  });
});

describe("the page", () => {
  it("says how full each tier is", async () => {
    const facts = ["a", "b", "c"].map((id) => buildFact({ id, tier: "core", expiresAt: null }));
    const text = toText(await render(toReply({ facts })));
    expect(text).toContain("Kept for good3 of 8");
    expect(text).toContain("Kept for 90 days0 of 12");
  });

  it.each([
    [{ learning: "model" as const }, "picked up from your messages"],
    [{ learning: "phrases" as const }, "Without a language model, only sentences such as"],
    [{ learning: "off" as const, isOff: true }, "nothing new is saved"],
    [{ learning: "off" as const }, "turned off on this site"],
  ])("says what is learned with %o", async (state, words) => {
    expect(await render(toReply(state))).toContain(words);
  });

  it("asks for a first memory where there is none, and offers nothing to clear", async () => {
    const html = await render(toReply({}));
    expect(html).toContain("No memories yet.");
    expect(html).not.toContain(">Forget everything<");
  });

  it("shows what it was opened for, however far back in the history", async () => {
    const history = Array.from({ length: 30 }, (_, index) => ({
      ...buildFact({ id: `h${index}`, content: `Past fact ${index};` }),
      endedAt: now - index,
      why: "expired" as const,
    }));
    const text = toText(await render(toReply({ history }), "en", "h25"));
    expect(text).toContain("Past fact 25;");
    expect(text).not.toContain("Past fact 26;");
  });

  it("says when the memory that it was opened for is no longer exists", async () => {
    expect(await render(toReply({ facts: [buildFact({ id: "there" })] }), "en", "gone")).toContain(
      "That memory no longer exists.",
    );
    expect(await render(toReply({ facts: [buildFact({ id: "there" })] }), "en", "there")).not.toContain(
      "no longer exists",
    );
  });

  it("opens the history for a memory that ended", async () => {
    const history = [{ ...buildFact({ id: "past" }), endedAt: now, why: "expired" as const }];
    expect(await render(toReply({ history }), "en", "past")).toMatch(/<details open/);
    expect(await render(toReply({ history }))).not.toMatch(/<details open/);
  });

  it("has the shape of what comes while it is not read yet", async () => {
    expect(await render(null)).toMatch(/role="status".*Loading/);
  });
});
