import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { createEvidenceRecords, type EvidenceSource } from "@/lib/features/evidence/records/evidence";
import { createMessages } from "@/lib/data/messages";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { Claim, ClaimsData } from "@/lib/features/evidence/shape/claims";
import { openBlobs, openStore } from "@/lib/store/open";
import { startApp } from "@/tests/support/app-server";
import { test as base } from "./running-page";

const filler = (name: string) =>
  Array.from(
    { length: 60 },
    (_, index) => `${name} ${index}: ${"words about the sea and its ships, ".repeat(4)}and so on.`,
  ).join("\n\n");

export const passage = "John Hadley showed an octant in 1731, the forerunner of the sextant.";
const texts = {
  r_1: `# Sextant\n\n${filler("Before")}\n\n## History\n\nThe instrument is old. ${passage} Others followed.\n\n${filler("After")}\n\n![remote](https://pictures.example/x.png)`,
  r_2: "# Angles\n\nA sextant measures up to **120 degrees**.",
};
export const answerText =
  "Hadley showed an octant in 1731 [1]. It measures 140 degrees [2]. It is [named after](https://a.example/1) a sixth of a circle [1]. Sailors liked it [3].";

function toClaim(
  part: Partial<Claim> & Pick<Claim, "sentence" | "verdict">,
  mark: number,
  source: Partial<Claim["sources"][number]>,
): Claim {
  const start = answerText.indexOf(part.sentence);
  return {
    part: 0,
    start,
    end: start + part.sentence.length,
    marks: [mark],
    sources: [
      { number: 1, evidenceId: "r_1", verdict: part.verdict, problems: [], passage: null, ...source },
    ],
    decidedBy: "rules",
    ...part,
  };
}

function toPassage(id: keyof typeof texts, quote: string) {
  const start = texts[id].indexOf(quote);
  return { quote, start, end: start + quote.length };
}

export const claims: ClaimsData = {
  claims: [
    toClaim({ sentence: "Hadley showed an octant in 1731", verdict: "supported" }, 0, {
      passage: toPassage("r_1", passage),
    }),
    toClaim({ sentence: "It measures 140 degrees", verdict: "differs" }, 1, {
      number: 2,
      evidenceId: "r_2",
      problems: ["number"],
      difference: { claim: "140 degrees", source: "120 degrees" },
      passage: toPassage("r_2", "A sextant measures up to **120 degrees**."),
    }),
    toClaim({ sentence: "a sixth of a circle", verdict: "partly" }, 2, {
      problems: ["wording"],
      passage: toPassage("r_1", "The instrument is old."),
    }),
  ],
  pending: 0,
  checkedAt: 0,
};

const titles = ["Sextant", "Angles of a sextant", "Sailors"];
const toUrl = (number: number) => `https://a.example/${number}`;

function toReply(data: ClaimsData): ChatMessage {
  const sources = titles.map((title, index) => ({
    type: "source-url" as const,
    sourceId: String(index + 1),
    url: toUrl(index + 1),
    title,
    providerMetadata: {
      sextant: {
        number: index + 1,
        site: "a.example",
        evidenceId: `r_${index + 1}`,
        publishedAt: "2024-03-05",
      },
    },
  }));
  const search = {
    type: "tool-web_search" as const,
    toolCallId: "t1",
    state: "output-available" as const,
    input: { query: "sextant" },
    output: {
      ok: true as const,
      text: "",
      summary: { key: "foundResults" as const, values: {} },
      data: {
        engine: "mediawiki",
        results: [
          {
            number: 3,
            evidenceId: "r_3",
            url: toUrl(3),
            title: "Sailors",
            site: "a.example",
            snippet: "Sailors liked the instrument.",
          },
        ],
        notes: [],
        served: ["MediaWiki"],
        failed: [{ engine: "Brave", message: "The engine does not answer." }],
      },
      meta: { durationMs: 10, costMicroUsd: 0, version: "1.0", attempts: 1 },
    },
  };
  const notice = {
    type: "data-notice" as const,
    data: { kind: "injection" as const, text: "A page tried to give instructions. They were not followed." },
  };
  return {
    id: "a1",
    role: "assistant",
    parts: [
      { type: "step-start" },
      search,
      { type: "step-start" },
      notice,
      { type: "text", text: answerText, state: "done" },
      ...sources,
      { type: "data-claims", id: "claims", data },
    ],
    metadata: {
      outcome: "completed",
      model: "local:test",
      startedAt: Date.now() - 2_000,
      endedAt: Date.now(),
    },
  };
}

/** A conversation with one checked answer, as it is found after it was made. */
async function seed(dataDir: string): Promise<void> {
  const [store, blobs] = [
    await openStore({ driver: "embedded", dataDir }),
    await openBlobs({ driver: "disk", dataDir }),
  ];
  const [owner, now] = [localOwner.id, Date.now()];
  await store.set(`users/${owner}/conversations/c1`, {
    title: "谁发明了六分仪？",
    titled: true,
    createdAt: now,
    updatedAt: now,
    lastSeq: 2,
    activeRunId: null,
  });
  const messages = createMessages(store, blobs);
  await messages.save(owner, "c1", {
    seq: 1,
    message: { id: "m1", role: "user", parts: [{ type: "text", text: "Who invented the sextant?" }] },
  });
  await messages.save(owner, "c1", { seq: 2, message: toReply(claims) });
  const records = createEvidenceRecords(store, blobs);
  const sources: EvidenceSource[] = titles.map((title, index) => ({
    number: index + 1,
    evidenceId: `r_${index + 1}`,
    url: toUrl(index + 1),
    title,
    site: "a.example",
    addresses: [toUrl(index + 1)],
    contentHash: null,
  }));
  const evidence = await Promise.all(
    (["r_1", "r_2"] as const).map(async (id, index) => {
      const about = {
        number: index + 1,
        url: toUrl(index + 1),
        title: titles[index] ?? "",
        site: "a.example",
        publishedAt: "2024-03-05",
        retrievedAt: now,
        route: "archive" as const,
      };
      return {
        id,
        record: { kind: "page" as const, ...about, ...(await records.keepText(owner, "c1", texts[id])) },
      };
    }),
  );
  await records.change(owner, "c1", () => ({ sources, evidence, result: null }));
  await store.close();
}

type Cited = { url: string };

/** Journeys around an answer whose sentences were checked with every outcome. */
export const citedTest = base.extend<{ open: Page }, { cited: Cited }>({
  cited: [
    async ({}, provide) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), "sextant-cited-"));
      await seed(dataDir);
      const app = await startApp({ dataDir });
      await provide({ url: app.url });
      await app.close();
    },
    { scope: "worker" },
  ],
  open: async ({ page, cited }, provide) => {
    await page.goto(`${cited.url}/c/c1`);
    await page.locator(".citation[data-verdict]").first().waitFor();
    // Until the script runs the list is laid out from its end.
    await page.locator(".flex-col-reverse").waitFor({ state: "detached" });
    await provide(page);
  },
});
