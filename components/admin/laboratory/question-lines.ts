import type { AddQuestions, SavedQuestion } from "@/lib/features/laboratory/shape/laboratory";

/** A file of JSON lines, as `readQuestionLines` reads it. */
export function toQuestionLines(saved: readonly SavedQuestion[]): string {
  return saved.map(({ text, expectations }) => `${JSON.stringify({ text, expectations })}\n`).join("");
}

/** What is no JSON is named by its line, from 1; whether the rest are questions the server says. */
export function readQuestionLines(
  file: string,
): { ok: true; questions: AddQuestions["questions"] } | { ok: false; line: number } {
  const questions: AddQuestions["questions"] = [];
  for (const [index, line] of file.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      questions.push(JSON.parse(line) as AddQuestions["questions"][number]);
    } catch {
      return { ok: false, line: index + 1 };
    }
  }
  return { ok: true, questions };
}
