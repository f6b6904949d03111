import { estimateTokens } from "@/lib/engine/loop/tokens";
import {
  depths,
  makeConversation,
  type Conversation,
  type ConversationPlan,
  type HiddenNeedle,
} from "./conversation";
import { keepConversation } from "./keep-conversation";
import { needleKinds, needleLanguages, type NeedleLanguage, type TemplateSet } from "./needle";
import { userId, type Product } from "./product";
import { recallFor } from "./recall";
import { prepareReply, rollOver, type Sent } from "./send";

export const ways = ["window", "summary", "recall"] as const;
export type Way = (typeof ways)[number];
export type Judged = HiddenNeedle & {
  language: NeedleLanguage;
  set: TemplateSet;
  messageCount: number;
  foundBy: ReadonlySet<Way>;
  /** What the earlier messages of a recall take. */
  recallTokens: number;
};
/** `sent`: at every reply, and for each question at the end. */
export type SuiteResult = { judged: Judged[]; sent: Sent[] };

/** So many conversations of a length in each language. */
export type Size = { messageCount: number; count: number };

export function listPlans(set: TemplateSet, sizes: readonly Size[]): ConversationPlan[] {
  return sizes.flatMap(({ messageCount, count }) =>
    needleLanguages.flatMap((language) =>
      Array.from({ length: count }, (_empty, index) => ({
        language,
        set,
        messageCount,
        turn: Math.floor((index * depths) / count),
      })),
    ),
  );
}

/** Lives through conversations one after the other in one store, and asks for every detail at their ends. */
export async function judgePlans(product: Product, plans: readonly ConversationPlan[]): Promise<SuiteResult> {
  const results: SuiteResult[] = [];
  for (const plan of plans)
    results.push(
      await judgeConversation(
        product,
        makeConversation(plan),
        `${plan.set}-${plan.language}-${plan.messageCount}-${plan.turn}`,
      ),
    );
  return { judged: results.flatMap(({ judged }) => judged), sent: results.flatMap(({ sent }) => sent) };
}

async function judgeConversation(
  product: Product,
  { messages, needles, language, set }: Conversation,
  conversationId: string,
): Promise<SuiteResult> {
  await keepConversation(product, conversationId, messages);
  const sent = await rollOver(product, conversationId, messages);
  const { summarisedSeq } = await product.conversations.get(userId, conversationId);
  const judged: Judged[] = [];
  for (const needle of needles) {
    const question = {
      seq: messages.length + 1,
      message: { id: "asked", role: "user" as const, parts: [{ type: "text" as const, text: needle.asked }] },
    };
    await product.messages.save(userId, conversationId, question);
    const now = await prepareReply(product, conversationId, { ...question, summarisedSeq });
    sent.push(now);
    const recalled = await recallFor(product, conversationId, { seq: question.seq + 1, focus: needle.asked });
    const texts: Record<Way, string> = {
      window: now.window,
      summary: now.lead,
      recall: [recalled.messages, ...recalled.results].join("\n"),
    };
    const foundBy = new Set(ways.filter((way) => texts[way].includes(needle.detail)));
    judged.push({
      ...needle,
      language,
      set,
      messageCount: messages.length,
      foundBy,
      recallTokens: estimateTokens(recalled.messages),
    });
  }
  return { judged, sent };
}

/** By what a model surely reads: the messages that are shown, or those that it looks up. */
export function isFoundAgain({ foundBy }: Judged): boolean {
  return foundBy.has("window") || foundBy.has("recall");
}

export function isFound({ foundBy }: Judged): boolean {
  return foundBy.size > 0;
}

/** One table of all sets, and those of each set folded below it. */
export function writeNeedleReport(sets: readonly { name: string; result: SuiteResult }[]): string {
  const rows = sets.map(({ name, result }) => writeRow(name, result.judged));
  const folded = sets.map(
    ({ name, result }) =>
      `<details>\n<summary>${name}: by depth, kind and length</summary>\n\n${writeNeedleTables(result)}\n\n</details>`,
  );
  return [[writeHead("Templates"), rule, ...rows].join("\n"), ...folded].join("\n\n");
}

const rule = `|---|${"---|".repeat(ways.length + 3)}`;
const writeHead = (name: string) =>
  `| ${name} | Details | ${ways.map((way) => `By ${way}`).join(" | ")} | By window or recall | By any |`;

/** Tables in Markdown: by depth, by kind and by length, with the share that each way finds, and what was sent. */
export function writeNeedleTables({ judged, sent }: SuiteResult): string {
  const bands = [0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1];
  const toBand = (depth: number) => bands.findLast((band) => depth >= band - 1e-9) ?? 0;
  const byDepth = bands.map((band, index) => {
    const end = bands[index + 1];
    const name =
      end === undefined || end - band < 0.06
        ? `${Math.round(band * 100)}%`
        : `${Math.round(band * 100)} to ${Math.round(end * 100) - 5}%`;
    return writeRow(
      name,
      judged.filter(({ depth }) => toBand(depth) === band),
    );
  });
  const byKind = needleKinds.map((kind) =>
    writeRow(
      kind,
      judged.filter((one) => one.kind === kind),
    ),
  );
  const sizes = [...new Set(judged.map(({ messageCount }) => messageCount))].map((size) =>
    writeRow(
      `${size} messages`,
      judged.filter(({ messageCount }) => messageCount === size),
    ),
  );
  return [
    writeHead("Depth"),
    rule,
    ...byDepth,
    "",
    writeHead("Kind"),
    rule,
    ...byKind,
    "",
    writeHead("Conversation"),
    rule,
    ...sizes,
    writeRow("**all**", judged),
    "",
    writeSizes({ judged, sent }),
  ].join("\n");
}

/** In tokens by estimate. */
function writeSizes({ judged, sent }: SuiteResult): string {
  const behind = sent.filter(({ leadTokens }) => leadTokens > 0);
  const rows = [
    ["sent at a reply", sent.map(({ tokens }) => tokens)],
    ["may be sent", sent.map(({ limit }) => limit)],
    ["summary with its note, where there is one", behind.map(({ leadTokens }) => leadTokens)],
    ["earlier messages of a recall", judged.map(({ recallTokens }) => recallTokens)],
  ] as const;
  const lines = rows.map(
    ([name, values]) => `| ${[name, values.length, ...toQuantiles(values)].join(" | ")} |`,
  );
  return ["| Tokens | Times | Least | Median | Most |", "|---|---|---|---|---|", ...lines].join("\n");
}

function toQuantiles(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return [sorted[0] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
}

function writeRow(name: string, judged: readonly Judged[]): string {
  const cells = ways.map((way) =>
    toShare(judged.filter(({ foundBy }) => foundBy.has(way)).length, judged.length),
  );
  const shares = [isFoundAgain, isFound].map((isIt) => toShare(judged.filter(isIt).length, judged.length));
  return `| ${[name, judged.length, ...cells, ...shares].join(" | ")} |`;
}

function toShare(count: number, all: number): string {
  return all === 0 ? "–" : `${((100 * count) / all).toFixed(count === all || count === 0 ? 0 : 1)}%`;
}
