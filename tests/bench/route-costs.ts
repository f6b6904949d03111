import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { paths } from "@/lib/data/paths";
import { termsFormat } from "@/lib/data/search-terms";
import { parseEnv } from "@/lib/env";
import type { FactInput } from "@/lib/features/memory/shape";
import { listQuerySchema, messagesQuerySchema } from "@/lib/protocol/conversations";
import { createServices } from "@/lib/server/create-services";
import type { Services } from "@/lib/server/services";
import { openBlobs } from "@/lib/store/open";
import type { Store, Write } from "@/lib/store/store";
import { createBilledStore, sumCalls, type BilledStore, type StoreCall } from "@/tests/support/billed-store";
import { toQuestion } from "@/tests/support/test-services";
import { articles } from "@/tests/support/wiki/articles";
import { startWikiServer } from "@/tests/support/wiki/wiki-server";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { Reply } from "@/tests/support/wire/reply";
import { toConversationWrites, writeInBatches } from "./seed-records";

type Documents = { reads: number; writes: number; deletes: number };
/**
 * What one request costs in documents. `history` are the messages read for the model, of which there is a
 * fixed number at most; `log` is what a reply keeps for other workers while it is made: its lease, which it
 * begins and ends with, and its events in batches, one a second and one for each result of a tool. Both stand
 * beside `reads` and `writes`.
 */
export type RouteCost = Documents & { route: string; queries: number; history: number; log: Documents };

const userId = "owner";
/** Longer than settings are kept, so that each route pays for reading them. */
const betweenRoutesMs = 10_000;

type Lab = {
  services: Services;
  store: BilledStore;
  say: (replies: Reply[]) => void;
  wikiUrl: string;
  advance: () => void;
};

/**
 * Asks the product's own services for what each route does, over a store that counts, and gives the costs in
 * order.
 */
export async function measureRouteCosts(open: () => Promise<Store>): Promise<RouteCost[]> {
  const lab = await openLab(open);
  try {
    const costs: RouteCost[] = [];
    for (const [route, work] of listRoutes(lab)) {
      lab.advance();
      await lab.store.take();
      await work();
      await lab.services.settleBackground();
      costs.push(toCost(route, await lab.store.take()));
    }
    return costs;
  } finally {
    await lab.close();
  }
}

type Route = readonly [name: string, work: () => Promise<unknown>];

function listRoutes(lab: Lab): Route[] {
  return [...listPages(lab), ...listSends(lab), ...listTools(lab), ...listRest(lab)];
}

function listPages({ services: { runs, readClientSettings } }: Lab): Route[] {
  const open = (id: string) => () => runs.readConversation(userId, id, messagesQuerySchema.parse({}));
  const list = () => runs.listConversations(userId, listQuerySchema.parse({}));
  const readSettings = () => readClientSettings({ id: userId, name: "Owner", email: null, role: "admin" });
  return [
    ["read what replies usually take, once in half an hour", readSettings],
    ["open the chat page: 30 of 40 conversations, settings", () => Promise.all([list(), readSettings()])],
    ["list 30 of 40 conversations", list],
    ["open a conversation of 4 messages", open("long-4")],
    ["open a conversation of 400 messages", open("long-400")],
    ["open a conversation of 4,000 messages", open("long-4000")],
    [
      "read 40 older messages",
      () => runs.readConversation(userId, "long-4000", messagesQuerySchema.parse({ cursor: "2000" })),
    ],
  ];
}

const answer: Reply = {
  parts: [{ type: "text", chunks: ["The circle ", "grows smaller."] }],
  usage: { input: 20, output: 5 },
};

function listSends({ services: { runs }, say }: Lab): Route[] {
  const send = async (conversation: string, message: string, change: object = {}) => {
    say([answer]);
    const started = await runs.start(userId, {
      ...toQuestion("How does a buoy move?", { conversation, message }),
      ...change,
    });
    await started.reply;
  };
  const joined = async () => {
    say([{ ...answer, firstDelayMs: 50 }]);
    const question = toQuestion("How does a buoy move?", { conversation: "new", message: "m3" });
    const [first, second] = await Promise.all([runs.start(userId, question), runs.start(userId, question)]);
    await Promise.all([first.reply, second.reply]);
  };
  return [
    ["send the first message of a conversation", () => send("new", "m1")],
    ["send the second message", () => send("new", "m2")],
    ["send a message that is joined again while it is answered", joined],
    ["send a message that has its answer already", () => send("new", "m3")],
    ["send a message after 4,000", () => send("long-4000", "next")],
    [
      "answer the newest question anew",
      () => send("new", "", { trigger: "regenerate-message", message: undefined }),
    ],
    ["edit the newest question", () => send("new", "m3", { messageId: "m3" })],
  ];
}

/** Each in a conversation of its own, so that what the first message costs can be taken off. */
function listTools({ services: { runs }, say, wikiUrl }: Lab): Route[] {
  let last = 0;
  const send =
    (name: string, input: unknown, words = "Look it up.") =>
    async () => {
      say([{ parts: [{ type: "tool", name, input }], usage: { input: 20, output: 5 } }, answer]);
      await (
        await runs.start(userId, toQuestion(words, { conversation: `tool-${(last += 1)}`, message: "t1" }))
      ).reply;
    };
  const read = (...titles: string[]) => {
    const urls = titles.map((title) => `${wikiUrl}/index.php/${title}`);
    return send("web_fetch", { urls, query: "height" }, `Read ${urls.join(" and ")}`);
  };
  const fact = {
    facts: [
      { content: "Sails on weekends", category: "preference", tier: "important", keywords: ["sailing"] },
    ],
  };
  return [
    ["send with calculate", send("calculate", { expression: "2 + 2" })],
    ["send with get_current_time", send("get_current_time", { timezone: "Asia/Shanghai" })],
    ["send with web_search, 5 results", send("web_search", { query: "the" })],
    ["send with web_fetch, 1 page", read("Sextant")],
    ["send with web_fetch, 3 pages", read("Sextant", "Eiffel_Tower", "Honey_bee")],
    ["send with memory_save", send("memory_save", fact)],
    ["send with memory_retrieve", send("memory_retrieve", { searchTerms: ["sailing"] })],
    ["send with recall_details", send("recall_details", { resultId: "r_ab12cd34" })],
  ];
}

function listRest({ services: { runs, conversations, memory, quotas, readUsage }, say }: Lab): Route[] {
  const fact: FactInput = {
    content: "Likes green tea",
    category: "preference",
    tier: "important",
    confidence: 0.9,
    keywords: [],
  };
  const stop = async () => {
    say([{ ...answer, firstDelayMs: 5_000 }]);
    const started = await runs.start(
      userId,
      toQuestion("How does a buoy move?", { conversation: "stopped", message: "m1" }),
    );
    await runs.stop(userId, "stopped");
    await started.reply;
  };
  const forget = async () => memory.remove(userId, (await memory.list(userId)).facts[0]?.id ?? "");
  return [
    ["send a message and stop the answer", stop],
    ["join the stream of an answer, or find that none runs", () => runs.follow(userId, "new")],
    ["search for a word", () => runs.searchConversations(userId, { q: "buoy", limit: 20 })],
    [
      "search for a word that nobody said",
      () => runs.searchConversations(userId, { q: "zeppelin", limit: 20 }),
    ],
    ["rename a conversation", () => conversations.rename(userId, "new", "Buoys")],
    ["list the memories", () => memory.list(userId)],
    ["add a memory", () => memory.addByHand(userId, fact)],
    ["list the memories and forget one", forget],
    ["read the quotas", () => quotas.read(userId)],
    ["read what 30 days took", () => readUsage(userId)],
    ["delete a conversation of 4 messages", () => runs.deleteConversation(userId, "long-4")],
    ["delete a conversation of 6 messages with 4 runs", () => runs.deleteConversation(userId, "new")],
  ];
}

async function openLab(open: () => Promise<Store>): Promise<Lab & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "sextant-costs-"));
  const billed = createBilledStore(await open());
  let at = Date.now();
  let replies: Reply[] = [];
  const provider = await startProviderServer(({ turn }) => replies[turn] ?? answer);
  const wiki = await startWikiServer({ articles });
  const env = parseEnv({
    ...{
      LOG_LEVEL: "silent",
      DATA_DIR: folder,
      MEDIAWIKI_URL: wiki.url,
      WEB_FETCH_ALLOWED_HOSTS: new URL(wiki.url).host,
    },
    ...{ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
  });
  const services = await createServices(env, { openStore: async () => billed, openBlobs, now: () => at });
  await seed(billed, at);
  return {
    ...{ services, store: billed, wikiUrl: wiki.url },
    say: (next) => void (replies = next),
    advance: () => void (at += betweenRoutesMs),
    async close() {
      await services.close();
      await Promise.all([provider.close(), wiki.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function seed(store: Store, now: number): Promise<void> {
  const short = Array.from({ length: 37 }, (_, index) => ({
    userId,
    id: `short-${index}`,
    messages: 0,
    updatedAt: now - index * 1000,
  }));
  const long = [4, 400, 4000].map((messages) => ({
    userId,
    id: `long-${messages}`,
    messages,
    updatedAt: now - 3_600_000,
  }));
  const collected: Write = {
    kind: "set",
    path: paths.wordsProgress(userId),
    data: { cursor: null, isDone: true, format: termsFormat },
  };
  await writeInBatches(store, [...[...short, ...long].flatMap(toConversationWrites), collected]);
}

export function toCost(route: string, calls: StoreCall[]): RouteCost {
  const isMessage = ({ collection, inTransaction }: StoreCall) =>
    collection === "users/conversations/messages" && !inTransaction;
  const isSend = calls.some(({ collection, kind }) => collection === "users/usage" && kind === "write");
  const history = isSend ? calls.filter((call) => isMessage(call) && call.kind === "list") : [];
  const log = calls.filter(({ collection }) => collection === "running" || collection.startsWith("running/"));
  const counted = calls.filter((call) => !history.includes(call) && !log.includes(call));
  return {
    route,
    queries: counted.filter(({ kind }) => kind === "list").length,
    ...sumCalls(counted),
    ...{ history: sumCalls(history).reads, log: sumCalls(log) },
  };
}

/** As Markdown. */
export function toCostTable(costs: RouteCost[]): string {
  const head = [
    "Route",
    "queries",
    "reads",
    "writes",
    "deletes",
    "history read",
    "log: reads",
    "writes",
    "deletes",
  ];
  const lines = costs.map((cost) => [
    cost.route,
    cost.queries,
    cost.reads,
    cost.writes,
    cost.deletes,
    cost.history,
    cost.log.reads,
    cost.log.writes,
    cost.log.deletes,
  ]);
  const rule = head.map((_, column) => (column === 0 ? "---" : "---:"));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
