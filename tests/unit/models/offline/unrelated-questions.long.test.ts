import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { openGuide } from "./open-guide";

const file = new URL("../../../fixtures/unrelated-questions.json", import.meta.url);
const questions = z
  .record(z.enum(["en", "zh"]), z.array(z.string()))
  .parse(JSON.parse(readFileSync(file, "utf8")));

it.each(["en", "zh"] as const)(
  "says at least 97 times of 100 that it has nothing on what neither handbook nor web tell: %s",
  { timeout: 300_000 },
  async (language) => {
    const guide = await openGuide();
    onTestFinished(() => guide.close());
    const answered: string[] = [];
    for (const question of questions[language]) {
      const { text, isUnanswered } = await guide.ask(question);
      if (!isUnanswered || /\[\d+\]/u.test(text)) answered.push(`${question}\n${text}`);
    }
    expect(questions[language].length).toBeGreaterThanOrEqual(80);
    expect(answered.slice(Math.floor(questions[language].length * 0.03))).toEqual([]);
  },
);
