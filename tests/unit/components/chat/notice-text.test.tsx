import { describe, expect, it } from "vitest";
import { notices } from "@/lib/engine/loop/notices";
import { noticeCodes, type NoticeData } from "@/lib/protocol/chat-message";
import { toWords } from "@/tests/support/to-words";

const model = "acme:large";
const money = { most: 6.3, left: 5, all: 10 };

const samples: NoticeData[] = [
  notices.stuck(),
  notices.instructions(["甲", "乙"]),
  notices.unknownPrice(),
  ...(["search", "page"] as const).map((act) => notices.unpaid({ act, ...money })),
  ...[true, false].map(notices.uncited),
  notices.toolsLeftOut(model, ["甲"], 3),
  ...(["model_key", "no_money", "model_gone", "busy", "cut", "timeout"] as const).map((why) =>
    notices.fallback({ from: model, to: "acme:small", why }),
  ),
  notices.restarted({ from: model, to: model }),
  notices.restarted({ from: model, to: "acme:small" }),
  notices.agentGone(),
  notices.notCalled(["甲"]),
  notices.stepsFailed(["甲", "乙"]),
  notices.notPlanned(),
  notices.tooDear(money),
  notices.planTooLarge(money),
  ...(["plan", "change", "conflicts", "checks"] as const).map((what) => notices.unanswered(model, what)),
  notices.cutPrompt(model, 2048),
  notices.recovered(),
];

describe("a notice beside an answer", () => {
  it("of each code is among those that are drawn here", () => {
    const codes = samples.flatMap((notice) => ("code" in notice ? [notice.code] : []));
    expect(new Set(codes)).toEqual(new Set(noticeCodes));
  });

  it.each(samples)("is a sentence in both languages, with nothing left to fill in: %o", (notice) => {
    for (const words of [toWords(notice, "en"), toWords(notice, "zh")]) {
      expect(words).toMatch(/[.。…]$/);
      expect(words).not.toMatch(/chat\.notice|[{}]/);
    }
    // Names, units and options of programs aside, no Latin word stands in a Chinese one.
    const chinese = toWords(notice, "zh").replace(/acme:\w+|Sextant|token|Ollama|num_ctx/g, "");
    expect(chinese).not.toMatch(/[A-Za-z]/);
  });

  it("of an earlier version keeps the words that it was stored with", () => {
    expect(toWords({ kind: "fallback", text: "As it was told then." }, "zh")).toBe("As it was told then.");
  });
});
