import { createHash } from "node:crypto";
import type { EvidenceRecords, EvidenceSource } from "@/lib/features/evidence/records/evidence";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Claim, ClaimsData, Verdict } from "@/lib/features/evidence/shape/claims";

export const toHash = (text: string) => createHash("sha256").update(text).digest("hex");

export const pageText =
  "# Sextant\n\nA sextant measures angles.\n\nJohn Hadley showed an **octant** in 1731.\n";
export const citedText = "John Hadley built it in 1731 [1], in gold [1]. Sailors liked it [2].";

/** A check that found one sentence supported and one not, both of the first source's page. */
export function toClaims(changes: Partial<ClaimsData> = {}): ClaimsData {
  const start = pageText.indexOf("John Hadley");
  const quote = pageText.slice(start, pageText.indexOf("1731.") + 5);
  const toClaim = (
    mark: number,
    sentence: string,
    verdict: Verdict,
    passage: Claim["sources"][number]["passage"],
  ): Claim => ({
    part: 0,
    start: citedText.indexOf(sentence),
    end: citedText.indexOf(sentence) + sentence.length,
    marks: [mark],
    sentence,
    verdict,
    sources: [
      {
        number: 1,
        evidenceId: "r_1",
        verdict,
        problems: verdict === "supported" ? [] : ["wording"],
        passage,
      },
    ],
    decidedBy: "rules",
  });
  const claims = [
    toClaim(0, "John Hadley built it in 1731", "supported", { quote, start, end: start + quote.length }),
    toClaim(1, "in gold", "not_found", null),
  ];
  return { claims, pending: 0, checkedAt: 0, ...changes };
}

/** A reply that cites one page that was read and one that was only found. */
export function toCitingReply(id: string, claims: ClaimsData | null = toClaims()): ChatMessage {
  const toSource = (number: number, title: string, evidenceId: string) => ({
    type: "source-url" as const,
    sourceId: String(number),
    url: `https://a.example/${number}`,
    title,
    providerMetadata: { sextant: { number, site: "a.example", evidenceId } },
  });
  return {
    id,
    role: "assistant",
    parts: [
      { type: "step-start" },
      { type: "text", text: citedText, state: "done" },
      toSource(1, "Sextant", "r_1"),
      toSource(2, "Sailors", "r_2"),
      ...(claims === null ? [] : [{ type: "data-claims" as const, id: "claims", data: claims }]),
    ],
    metadata: { outcome: "completed", model: "local:test", endedAt: Date.UTC(2026, 4, 2) },
  };
}

/** Keeps what `toCitingReply` cites: the text of the first source, the number of the second. */
export async function keepCited(
  records: EvidenceRecords,
  userId: string,
  conversationId: string,
): Promise<void> {
  const toSource = (number: number, title: string): EvidenceSource => {
    const url = `https://a.example/${number}`;
    return {
      number,
      evidenceId: `r_${number}`,
      url,
      title,
      site: "a.example",
      addresses: [url],
      contentHash: number === 1 ? toHash(pageText) : null,
    };
  };
  const kept = await records.keepText(userId, conversationId, pageText);
  const record = {
    kind: "page" as const,
    number: 1,
    url: "https://a.example/1",
    title: "Sextant",
    site: "a.example",
    publishedAt: "2024-03-05",
    retrievedAt: Date.UTC(2026, 4, 1),
    ...kept,
  };
  await records.change(userId, conversationId, () => ({
    sources: [toSource(1, "Sextant"), toSource(2, "Sailors")],
    evidence: [{ id: "r_1", record }],
    result: null,
  }));
}
