import { fileURLToPath } from "node:url";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import type { AgentStyle } from "@/lib/protocol/settings";
import { holdsAnswer, languages, readSet } from "@/tests/evaluation/reading-set";
import { listTools, openWikiServices, toText } from "@/tests/evaluation/wiki-services";
import { toShareRow, toValueRow, type Row } from "./row";

const folder = fileURLToPath(new URL("../reading/unseen", import.meta.url));
const set = "200 questions about 50 invented pages, `reading/unseen`";
const command = "`npm run evaluate -- reading --set tests/evaluation/reading/unseen`";
const atOnce = 4;
/** So many questions of each language are asked in every style. */
const askedInEachStyle = 20;
const styles = ["tool_first", "balanced", "direct"] as const satisfies readonly AgentStyle[];

type Language = (typeof languages)[number];
/** `place`: of the question in its set. */
type Answered = {
  language: Language;
  style: (typeof styles)[number];
  place: number;
  reply: ChatMessage;
  isRight: boolean;
  ms: number;
};

/** Asks through the product's own run, loop and tools, and counts what came of it. */
export async function scoreAnswers(model: string | undefined): Promise<Row[]> {
  const answered: Answered[] = [];
  for (const language of languages) answered.push(...(await askSet(language, model)));
  return [
    ...scoreTruth(answered.filter(({ style }) => style === "balanced")),
    ...scoreStyles(answered),
    ...scoreLoops(answered),
    ...scoreSpending(answered.filter(({ style }) => style === "balanced")),
  ];
}

async function askSet(language: Language, model: string | undefined): Promise<Answered[]> {
  const pages = readSet(folder, language);
  const services = await openWikiServices({ articles: pages.map((page) => ({ ...page, language })), model });
  const questions = pages.flatMap((page) => page.questions);
  const waiting = styles.flatMap((style) =>
    questions
      .slice(0, style === "balanced" ? questions.length : askedInEachStyle)
      .map((one, place) => ({ ...one, style, place })),
  );
  const answered: Answered[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { question, answers, style, place } = next;
      const start = performance.now();
      const reply = await services.ask([question], style);
      const isRight = holdsAnswer(toText(reply), answers);
      answered.push({ language, style, place, reply, isRight, ms: performance.now() - start });
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await services.close();
  }
  return answered;
}

const names: Record<Language, string> = { en: "English", zh: "Chinese" };

function scoreTruth(answered: readonly Answered[]): Row[] {
  const about = { area: "truth", set, kind: "regression", command } as const;
  const claims = answered.flatMap(({ reply }) =>
    reply.parts.flatMap((part) => (part.type === "data-claims" ? part.data.claims : [])),
  );
  const backed = claims.filter(({ verdict }) => verdict === "quoted" || verdict === "supported");
  const wrong = claims.filter(({ verdict }) => verdict === "differs" || verdict === "not_found");
  return [
    ...languages.map((language) => {
      const own = answered.filter((one) => one.language === language);
      const measure = `Answers that hold what was asked, ${names[language]}`;
      return toShareRow({ ...about, measure }, own.filter(({ isRight }) => isRight).length, own.length);
    }),
    toShareRow(
      { ...about, measure: "Cited sentences of them that the check finds in their source" },
      backed.length,
      claims.length,
    ),
    toShareRow(
      { ...about, measure: "Cited sentences of them that differ from their source, or are not in it" },
      wrong.length,
      claims.length,
    ),
  ];
}

const styleNames = { tool_first: "thorough", balanced: "balanced", direct: "direct" } as const;

/** The first questions of each language are the same in every style. */
function scoreStyles(answered: readonly Answered[]): Row[] {
  const about = {
    ...({ area: "tools by style", kind: "regression", command: "–" } as const),
    set: `the first ${askedInEachStyle} questions of each language of the same set`,
  };
  return styles.map((style) => {
    const own = answered.filter((one) => one.style === style && one.place < askedInEachStyle);
    const calls = own.reduce((sum, { reply }) => sum + listTools(reply).length, 0);
    const right = own.filter(({ isRight }) => isRight).length;
    const value = `${(calls / own.length).toFixed(1)} calls, ${right} of ${own.length} right`;
    return toValueRow(
      { ...about, measure: `Calls of tools a question, ${styleNames[style]}` },
      value,
      own.length,
    );
  });
}

function scoreLoops(answered: readonly Answered[]): Row[] {
  const about = { area: "loops", set: `${set}, in all styles`, kind: "regression", command: "–" } as const;
  const repeating = answered.filter(({ reply }) => hasRepeated(reply)).length;
  const stuck = answered.filter(({ reply }) => reply.metadata?.reason === "no_progress").length;
  return [
    toShareRow({ ...about, measure: "Replies that made the same call twice" }, repeating, answered.length),
    toShareRow({ ...about, measure: "Replies ended for want of progress" }, stuck, answered.length),
  ];
}

function hasRepeated({ parts }: ChatMessage): boolean {
  const calls = parts.flatMap((part) =>
    "toolCallId" in part && "input" in part ? [`${part.type} ${JSON.stringify(part.input)}`] : [],
  );
  return new Set(calls).size < calls.length;
}

function scoreSpending(answered: readonly Answered[]): Row[] {
  const about = { set, kind: "regression", command } as const;
  const cents = answered.reduce((sum, { reply }) => sum + (reply.metadata?.costMicroUsd ?? 0), 0) / 10_000;
  const sorted = answered.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const toSeconds = (share: number) => ((sorted[Math.floor(share * sorted.length)] ?? 0) / 1_000).toFixed(2);
  return [
    toValueRow(
      { ...about, area: "cost", measure: "US cents an answer" },
      (cents / answered.length).toFixed(2),
      answered.length,
    ),
    toValueRow(
      { ...about, area: "time", measure: `Seconds an answer, ${atOnce} at once, median and 95th percentile` },
      `${toSeconds(0.5)} and ${toSeconds(0.95)}`,
      answered.length,
    ),
  ];
}
