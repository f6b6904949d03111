import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createBaseline, holdsAnswer, languages, readSet } from "./reading-set";
import { openWikiServices, toText } from "./wiki-services";

/** `npm run evaluate -- reading --set DIR` names another folder with an `en.json` and a `zh.json`. */
const folder = resolve(process.env["EVALUATE_SET"] ?? fileURLToPath(new URL("reading", import.meta.url)));
const atOnce = 4;

it.each(languages)(
  "counts the answers of the guide, and of the best sentences by BM25, that hold what is asked: %s",
  { timeout: 1_800_000 },
  async (language) => {
    const pages = readSet(folder, language);
    const questions = pages.flatMap((page) => page.questions.map((one) => ({ ...one, title: page.title })));
    const baseline = createBaseline(pages);
    const services = await openWikiServices({ articles: pages.map((page) => ({ ...page, language })) });
    const judged: { title: string; question: string; reply: string; isRight: boolean }[] = [];
    try {
      const waiting = [...questions];
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { title, question, answers } = next;
          const reply = toText(await services.ask([question]));
          judged.push({ title, question, reply, isRight: holdsAnswer(reply, answers) });
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    } finally {
      await services.close();
    }
    const count = (size: number) =>
      questions.filter(({ question, answers }) => holdsAnswer(baseline(question, size), answers)).length;
    const share = (right: number) =>
      `${right} of ${questions.length} (${((100 * right) / questions.length).toFixed(1)}%)`;
    const missed = judged.filter(({ isRight }) => !isRight);
    console.info(
      [
        `reading ${language}, ${pages.length} pages: ${folder}`,
        `the guide's reply   ${share(judged.length - missed.length)}`,
        `one best sentence   ${share(count(1))}`,
        `two best sentences  ${share(count(2))}`,
        ...missed.map(({ title, question, reply }) => `\n(${title}) ${question}\n${reply}`),
      ].join("\n"),
    );
    expect(judged).toHaveLength(questions.length);
  },
);
