import { describe, expect, it } from "vitest";
import { listMarkKeys, writeMarkKeys } from "@/lib/client/message/cited-marks";
import { markSigns } from "@/lib/features/evidence/shape/citation-marks";
import { countVerdicts, findCitedClaim, findFirstClaim, listSignedMarks } from "@/lib/client/message/claims";
import { pollClaims, pollDelaysMs } from "@/lib/client/message/use-claims";
import { readClaims } from "@/lib/client/message/use-claims";
import type { ChatMessage, ChatPart } from "@/lib/protocol/chat-message";
import type { ClaimsData } from "@/lib/features/evidence/shape/claims";
import { citedText, toCitingReply, toClaims } from "@/tests/support/answers";

const toMessage = (...texts: string[]): ChatMessage => ({
  id: "a",
  role: "assistant",
  parts: texts.map((text): ChatPart => ({ type: "text", text })),
});
const sign = (key: string) => `${markSigns.open}${key}${markSigns.close}]`;

describe("the keys of an answer's marks", () => {
  it("name text part and mark, over all parts of one piece", () => {
    const message = toMessage("Said before [7].", "A [1] and `[2]`.", "B [1, 2][3].");
    expect(listMarkKeys(message, { key: "1", text: "A [1] and `[2]`.\n\nB [1, 2][3]." })).toEqual([
      "1.0",
      "2.0",
      "2.1",
    ]);
  });

  it("are left out when the piece is not what the parts say", () => {
    expect(listMarkKeys(toMessage("A [1]."), { key: "0", text: "B [1]." })).toBeNull();
  });

  it("stand inside of each mark, and not in formulas, code and indices", () => {
    expect(writeMarkKeys("A [1], $$x [2]$$, `[3]`, x[1] = 5 and [2].", ["0.0", "0.1"])).toBe(
      `A [1${sign("0.0")}, $$x [2]$$, \`[3]\`, x[1] = 5 and [2${sign("0.1")}.`,
    );
  });

  it("stand around a figure that differs, the last on its line, and never in code", () => {
    const write = (text: string) =>
      writeMarkKeys(text, ["0.0"], () => "3.1").replace(/[\uE000-\uE001]|0\.0/g, "");
    expect(write("So 3.1, or **3.1** [1].")).toBe("So 3.1, or **\uE0023.1\uE003** [1].");
    for (const text of ["13.1 [1].", "`3.1` [1].", "3.1\n\nOf it [1]."]) expect(write(text)).toBe(text);
  });

  it("are not written into a text with another number of marks, whose marks are signed all the same", () => {
    expect(writeMarkKeys("A [1].", ["0.0", "0.1"])).toBe(`A [1${sign("")}.`);
    expect(writeMarkKeys("A [1].", null)).toBe(`A [1${sign("")}.`);
  });
});

describe("the check of an answer", () => {
  const claims = toClaims();
  const none = { quoted: 0, supported: 0, partly: 0, differs: 0, not_found: 0, unchecked: 0 };

  it("is found by mark and number", () => {
    expect(findCitedClaim(claims, "0.0", 1)?.source.verdict).toBe("supported");
    expect(findCitedClaim(claims, "0.1", 1)?.source.verdict).toBe("not_found");
    expect([
      findCitedClaim(claims, "0.0", 2),
      findCitedClaim(claims, "1.0", 1),
      findCitedClaim(claims, undefined, 1),
      findCitedClaim(null, "0.0", 1),
    ]).toEqual([null, null, null, null]);
  });

  it("lists the sign of every number that has one, also where a sentence cites twice", () => {
    const text = "Hulls | 3 [1] | 4 [2][1]\n\nSaid `[1]`, and again [3].";
    const [claim] = claims.claims;
    const [first] = claim?.sources ?? [];
    if (claim === undefined || first === undefined) throw new Error("No claim.");
    const sources = [first, { ...first, number: 2, verdict: "unchecked" as const }];
    const data = { ...claims, claims: [{ ...claim, marks: [0, 1, 2], sources }] };
    const marks = listSignedMarks(toMessage(text), [{ kind: "text", key: "0", text }], data);
    expect(marks).toEqual([
      { key: "0.0", number: 1, verdict: "supported", section: 0 },
      { key: "0.1", number: 2, verdict: "unchecked", section: 0 },
      { key: "0.2", number: 1, verdict: "supported", section: 0 },
    ]);
    expect(countVerdicts(marks)).toEqual({ ...none, supported: 2, unchecked: 1 });
  });

  it("opens a source that was asked for by its number at the first passage that was found", () => {
    expect(findFirstClaim(claims, 1)?.source.passage?.quote).toContain("John Hadley");
    expect(findFirstClaim(claims, 2)).toBeNull();
  });

  it("is the later one of that in the message and that which was asked for", () => {
    const message = toCitingReply("a1", toClaims({ checkedAt: 5 }));
    const later = toClaims({ checkedAt: 6 });
    expect(readClaims(message, new Map([["a1", later]]))).toBe(later);
    expect(readClaims(message, new Map([["a1", toClaims({ checkedAt: 4 })]]))?.checkedAt).toBe(5);
    expect(readClaims(toCitingReply("a1", null), new Map())).toBeNull();
    expect(citedText).toContain("[2]");
  });
});

describe("asking again for a check that is not over", () => {
  const answer = (claims: ClaimsData | null) => ({ ok: true as const, value: { claims } });

  async function poll(
    answers: (ReturnType<typeof answer> | { ok: false; status: null; problem: null })[],
    leave?: AbortController,
  ) {
    const waited: number[] = [];
    const got: (number | undefined)[] = [];
    await pollClaims({
      ask: () => Promise.resolve(answers.shift() ?? answer(toClaims({ pending: 1 }))),
      wait: (ms) => {
        waited.push(ms);
        if (waited.length === 2) leave?.abort();
        return Promise.resolve();
      },
      onClaims: ({ pending }) => got.push(pending),
      signal: (leave ?? new AbortController()).signal,
    });
    return { waited, got };
  }

  it("ends when nothing is open any more", async () => {
    expect(await poll([answer(toClaims({ pending: 2 })), answer(toClaims())])).toEqual({
      waited: [2_000, 4_000],
      got: [2, 0],
    });
  });

  it("goes on after a failure, and waits for nothing after the last time", async () => {
    const failure = { ok: false as const, status: null, problem: null };
    expect(await poll([failure, failure])).toEqual({ waited: [...pollDelaysMs], got: [1, 1, 0] });
  });

  it("ends when the person leaves", async () => {
    expect(await poll([], new AbortController())).toEqual({ waited: [2_000, 4_000], got: [1] });
  });
});
