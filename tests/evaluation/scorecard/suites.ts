import { fileURLToPath } from "node:url";
import { openSmallModel } from "@/tests/evaluation/claims/small-model";
import { judgePair, readPairs, type JudgedPair } from "@/tests/evaluation/claims/suite";
import { depths } from "@/tests/evaluation/needles/conversation";
import { openProduct } from "@/tests/evaluation/needles/product";
import { isFoundAgain, judgePlans, listPlans } from "@/tests/evaluation/needles/suite";
import { questionSets } from "@/tests/evaluation/questions";
import { withDocuments } from "@/tests/evaluation/retrieval/with-documents";
import { runQuestions } from "@/tests/evaluation/run-questions";
import { giveFacts, rateRetrieval } from "@/tests/evaluation/vectors/retrieval";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { readRetrievalSet, toScores } from "@/tests/support/retrieval-set";
import { hostilePages, listGotThrough, obeyPage } from "@/tests/unit/injection/obey-page";
import { openObedientWorld } from "@/tests/unit/injection/obedient-model";
import type { Verdict } from "@/lib/features/evidence/shape/claims";
import { toEmptyRow, toShareRow, toValueRow, type Row } from "./row";

/** The guide's own words say that it found nothing: of no model can that be counted so. */
export async function scoreQuotes(model: string | undefined): Promise<Row[]> {
  const measure = "Questions answered by a labelled sentence, or by saying that there is none";
  const about = { area: "truth", measure } as const;
  if (model !== undefined) return [toEmptyRow(about, "is judged by the guide's own words")];
  const judged = [];
  for (const set of questionSets) judged.push(...(await runQuestions(set)));
  const set = "70 questions over the seeded wiki, `questions-a` to `-c`";
  const right = judged.filter(({ isFulfilled }) => isFulfilled).length;
  const command = "`npm run evaluate -- evaluate.test`";
  return [toShareRow({ ...about, set, kind: "tuned", command }, right, judged.length)];
}

/** How often a verdict is right when it is given, and how often it is given where it is due. */
export async function scoreClaims(model: string | undefined): Promise<Row[]> {
  const pairs = readPairs(fileURLToPath(new URL("../claims/unseen.json", import.meta.url)));
  const small = model === undefined ? null : await openSmallModel(model);
  const judged: JudgedPair[] = [];
  for (const pair of pairs) judged.push(await judgePair(pair, small?.askSmall ?? null));
  await small?.close();
  const byRules: Verdict[] = ["quoted", "differs"];
  const byModel: Verdict[] = ["supported", "partly", "not_found"];
  const asked = model === undefined ? byRules : [...byRules, ...byModel];
  const rows = asked.flatMap((verdict) => scoreVerdict(judged, verdict));
  if (model !== undefined) return rows;
  const measure = `Verdicts ${byModel.map((verdict) => `*${verdict.replace("_", " ")}*`).join(", ")}`;
  return [...rows, toEmptyRow({ area: "truth", measure }, "need a small model")];
}

function scoreVerdict(judged: readonly JudgedPair[], verdict: Verdict): Row[] {
  const about = {
    ...({ area: "truth", kind: "regression" } as const),
    set: "150 pairs of a sentence and a source, `claims/unseen.json`",
    command: "`npm run evaluate -- claims --set tests/evaluation/claims/unseen.json`",
  };
  const given = judged.filter((one) => one.verdict === verdict);
  const due = judged.filter(({ label }) => label === verdict);
  const right = given.filter(({ label }) => label === verdict).length;
  const name = `*${verdict.replace("_", " ")}*`;
  return [
    toShareRow({ ...about, measure: `Verdict ${name}, right when given` }, right, given.length),
    toShareRow({ ...about, measure: `Verdict ${name}, given where due` }, right, due.length),
  ];
}

export async function scoreMemory(): Promise<Row[]> {
  const answers = await giveFacts("unseen", () => Promise.resolve(null));
  const { found, asked } = rateRetrieval(answers, "words");
  const about = {
    ...({ area: "memory", measure: "Facts found by words for questions in other words" } as const),
    ...({ kind: "regression", command: "`npm run evaluate -- vectors`" } as const),
    set: "30 questions about four people, `vectors/people.ts`",
  };
  return [
    toShareRow(about, found, asked),
    toEmptyRow(
      { area: "memory", measure: "Facts found by meaning" },
      "needs an embedding model; with a small one: [Meaning](evaluation.md#meaning)",
    ),
    toEmptyRow(
      { area: "memory", measure: "Facts learned by the way, and what replaces what" },
      "needs a small model, and no set that was unseen by its maker counts it yet",
    ),
  ];
}

/** Details of long conversations, found in what is sent or by recall. */
export async function scoreNeedles(): Promise<Row[]> {
  const sizes = [
    { messageCount: 100, count: depths },
    { messageCount: 400, count: 5 },
    { messageCount: 2_000, count: 2 },
  ];
  const product = openProduct(await openTestStore(), await openTestBlobs());
  const { judged } = await judgePlans(product, listPlans("later", sizes));
  const about = {
    ...({ area: "memory", measure: "Details of long conversations found again" } as const),
    ...({ kind: "regression", command: "`npm run evaluate -- needles`" } as const),
    set: "448 details in conversations of 100 to 2,000 messages, templates `later`",
  };
  return [toShareRow(about, judged.filter(isFoundAgain).length, judged.length)];
}

export async function scoreRetrieval(): Promise<Row[]> {
  const { documents, questions } = readRetrievalSet();
  const about = {
    ...({ area: "retrieval", kind: "regression", command: "`npm run evaluate -- retrieval`" } as const),
    set: "90 questions over 200 documents, the judging half of `retrieval`",
  };
  const rows = await withDocuments(
    documents,
    () => Promise.resolve(null),
    (ask) =>
      Promise.all(
        [true, false].map(async (sharesWords) => {
          const own = questions.filter((one) => one.half === "judging" && one.sharesWords === sharesWords);
          const ranks = await Promise.all(own.map((question) => ask(question, "keyword")));
          const { recall5, recall20 } = toScores(ranks);
          const name = sharesWords ? "that share words with them" : "in other words";
          const measure = `Passages found by words for questions ${name}, among the first 5 and 20`;
          return toValueRow(
            { ...about, measure },
            `${recall5.toFixed(2)} and ${recall20.toFixed(2)}`,
            own.length,
          );
        }),
      ),
  );
  return [
    ...rows,
    toEmptyRow(
      { area: "retrieval", measure: "Passages found by meaning and by both" },
      "needs an embedding model; with a small one: [Retrieval](evaluation.md#retrieval)",
    ),
  ];
}

/** A model that obeys every page: what still gets through is the product's fault. */
export async function scoreInjections(): Promise<Row[]> {
  const open = await openObedientWorld();
  let through = 0;
  try {
    for (const page of hostilePages)
      through += listGotThrough(await obeyPage(open, page), page).length > 0 ? 1 : 0;
  } finally {
    await open.close();
  }
  const about = {
    ...({ area: "injections", measure: "Pages whose orders got through to a model that obeys" } as const),
    ...({ kind: "tuned", command: "`npx vitest run tests/unit/injection`" } as const),
    set: "102 pages that give orders, read by a scripted model",
  };
  return [
    toShareRow(about, through, hostilePages.length),
    toEmptyRow(
      { area: "injections", measure: "Pages recognised as giving orders" },
      "needs a small model, and only warns",
    ),
  ];
}
