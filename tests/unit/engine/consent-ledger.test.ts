import { describe, expect, it } from "vitest";
import { createConsentLedgers, type LedgerEntry } from "@/lib/engine/records/consent-ledgers";
import { freeLinks, nothingSpent } from "@/lib/protocol/spent";
import { startPageServer, type PageHandler } from "@/tests/support/page-server";
import { openTestStore } from "@/tests/support/open-test-store";
import { step } from "@/tests/support/planned-script";
import { call, closeAfter, read, text } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { openPlanned } from "@/tests/unit/engine/plans/open-planned";

const letters = "abcdefghijklmnopqrstuvwxyz";

/** A page with a link for each letter, and which of them were followed. */
async function startSpeller() {
  const page: PageHandler = (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      [...letters].map((letter) => `<p><a href="/l/${letter}">Link ${letter}</a> says more.</p>`).join(""),
    );
  };
  const leaf: PageHandler = (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<p>Nothing more.</p>");
  };
  const server = await startPageServer({
    "/a": page,
    ...Object.fromEntries([...letters].map((letter) => [`/l/${letter}`, leaf])),
  });
  closeAfter(server);
  const followed = () => server.requests.flatMap(({ path }) => (path.startsWith("/l/") ? path.slice(3) : []));
  return { url: server.url, port: server.port, followed };
}

const fetches = (base: string, word: string): Reply => ({
  parts: [...word].map((letter) => ({
    type: "tool" as const,
    name: "web_fetch",
    input: { urls: [`${base}/l/${letter}`], query: "more", reason: "-" },
  })),
  usage: { input: 20, output: 5 },
});

describe("what one question tells by the addresses that are followed for it", () => {
  it("is counted over the steps of its plan, and over what follows in the conversation", async () => {
    const speller = await startSpeller();
    const words = ["abc", "def", "ghi", "jkl"];
    const toStep = (word: string) => (request: ProviderRequest) =>
      request.turn === 0
        ? call("web_fetch", { urls: [`${speller.url}/a`], query: "links", reason: "-" })
        : request.turn === 1
          ? fetches(speller.url, word)
          : text("Done.");
    const { services } = await openPlanned(
      {
        plans: [words.map((word) => step(`spell ${word}`))],
        steps: Object.fromEntries(words.map((word) => [`spell ${word}`, [toStep(word)]])),
      },
      { WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${speller.port}` },
    );
    const { reply } = await services.runs.start("owner", {
      ...toQuestion(`Tell me all of ${speller.url}/a`),
      options: { mode: "thinking", plan: "always" },
    });
    reply.catch(() => undefined);
    await expect
      .poll(() => countAsking(services), { timeout: 30_000 })
      .toBeGreaterThanOrEqual(words.length - 1);
    expect(speller.followed().length).toBeLessThanOrEqual(freeLinks);
    await services.runs.stop("owner", "c1");
    await reply;
    expect(speller.followed().length).toBeLessThanOrEqual(freeLinks);
  });

  it("is counted over versions of the question, and begins anew when the person allows a call", async () => {
    const speller = await startSpeller();
    const left = ["abc", "d", "e", "f"];
    const provider = await startProviderServer((request) =>
      request.turn === 0
        ? call("web_fetch", { urls: [`${speller.url}/a`], query: "links", reason: "-" })
        : request.turn === 1
          ? fetches(speller.url, left.shift() ?? "")
          : text("Done."),
    );
    closeAfter(provider);
    const services = await openTestServices({
      LOCAL_BASE_URL: `${provider.url}/v1`,
      MODEL_MAIN: "local:test",
      MODEL_LITE: "offline:guide",
      WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${speller.port}`,
    });
    closeAfter({ close: () => services.dispose() });
    const question = toQuestion(`Read ${speller.url}/a`);
    await (
      await services.runs.start("owner", question)
    ).reply;
    expect(speller.followed()).toEqual(["a", "b", "c"]);
    const again = { id: "c1", trigger: "regenerate-message" as const, options: {} };
    const asking = await (await services.runs.start("owner", again)).reply;
    expect(speller.followed()).toEqual(["a", "b", "c"]);
    const approvalId =
      asking.parts.flatMap((part) => (part.type === "data-approval" ? (part.id ?? "") : []))[0] ?? "";
    const taken = await services.runs.answerApproval(
      { userId: "owner", conversationId: "c1", approvalId },
      { decision: "approve" },
    );
    await taken?.reply;
    expect(speller.followed()).toEqual(["a", "b", "c", "d"]);
    await (
      await services.runs.start("owner", again)
    ).reply;
    expect(speller.followed()).toEqual(["a", "b", "c", "d", "e"]);
  });
});

async function countAsking(services: TestServices): Promise<number> {
  const { activeRunId } = await read(services);
  const plan =
    activeRunId === null ? null : await services.runs.getPlan("owner", activeRunId).catch(() => null);
  return plan?.steps.filter(({ isAsking }) => isAsking).length ?? 0;
}

describe("a ledger", () => {
  const entry = (id: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
    ...{ id, group: id, questionId: "q1", spent: { bits: 5, links: 1, siteBits: 0 } },
    ...{ search: null, isAllowed: false, ...more },
  });
  const one = { bits: 5, links: 1, siteBits: 0 };

  it("takes one of two calls at once that spend what is left", async () => {
    const ledger = createConsentLedgers(await openTestStore()).open("u", ["conversations/c"]);
    for (const id of ["a", "b"]) expect(await ledger.note(entry(id), one)).toBe(true);
    const taken = await Promise.all([ledger.note(entry("c"), one), ledger.note(entry("d"), one)]);
    expect(taken.toSorted()).toEqual([false, true]);
  });

  it("counts a call once, and the calls of one group by what the group told", async () => {
    const ledger = createConsentLedgers(await openTestStore()).open("u", ["conversations/c"]);
    await Promise.all([1, 2, 3].map(async () => expect(await ledger.note(entry("a"), one)).toBe(true)));
    expect((await ledger.read("b")).spent).toEqual(one);
    expect((await ledger.read("a")).spent).toEqual(nothingSpent);
  });

  it("is that of the workflow in each of its conversations", async () => {
    const ledgers = createConsentLedgers(await openTestStore());
    await ledgers.open("u", ["conversations/c1", "workflows/w"]).note(entry("a", { search: "tea" }), one);
    expect(await ledgers.open("u", ["conversations/c2", "workflows/w"]).read("b")).toEqual({
      spent: one,
      searches: ["tea"],
    });
    expect((await ledgers.open("u", ["conversations/c1"]).read("b")).spent).toEqual(one);
    expect((await ledgers.open("u", ["conversations/c2"]).read("b")).spent).toEqual(nothingSpent);
  });

  it("forgets questions that are far behind", async () => {
    const ledger = createConsentLedgers(await openTestStore()).open("u", ["conversations/c"]);
    await ledger.note(entry("a"), one);
    for (let number = 0; number < 20; number += 1)
      await ledger.note(
        entry(`x${number}`, { questionId: `q${number + 2}`, spent: nothingSpent }),
        nothingSpent,
      );
    expect((await ledger.read("b")).spent).toEqual(nothingSpent);
  });

  it("asks where it cannot be read", async () => {
    const store = await openTestStore();
    await store.set("users/u/conversations/c/context/consent", { entries: "gone" });
    const ledger = createConsentLedgers(store).open("u", ["conversations/c"]);
    await expect(ledger.read("b")).rejects.toThrow();
    await expect(ledger.note(entry("a"), one)).rejects.toThrow();
  });
});
