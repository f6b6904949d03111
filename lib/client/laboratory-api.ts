import type {
  AddQuestions,
  AskedEstimate,
  BlindChoice,
  BlindPair,
  ExperimentEstimate,
  ExperimentReply,
  ExperimentsReply,
  NewExperiment,
  QuestionsReply,
  RatedReply,
  SavedQuestion,
} from "@/lib/protocol/laboratory";
import type { Nightly, NightlyReply } from "@/lib/protocol/nightly";
import { request, requestRemoval } from "./request";

const questions = "/api/admin/questions";
const experiments = "/api/admin/experiments";
const toPath = (id: string) => `${experiments}/${encodeURIComponent(id)}`;
const toPairPath = (id: string, questionId: string) =>
  `${toPath(id)}/pairs/${encodeURIComponent(questionId)}`;

/** What administrators do in the laboratory. Never throws: what went wrong is part of the answer. */
export const laboratoryApi = {
  listQuestions: () => request<QuestionsReply>(questions),
  addQuestions: (body: AddQuestions) => request<QuestionsReply>(questions, { method: "POST", body }),
  deleteQuestion: (id: string) => requestRemoval(`${questions}/${encodeURIComponent(id)}`),
  listRated: () => request<RatedReply>(`${questions}/rated`),
  saveNightly: (body: Nightly) => request<NightlyReply>("/api/admin/nightly", { method: "PUT", body }),
  list: () => request<ExperimentsReply>(experiments),
  estimate: (body: AskedEstimate) =>
    request<ExperimentEstimate>(`${experiments}/estimate`, { method: "POST", body }),
  create: (body: NewExperiment) => request<ExperimentReply>(experiments, { method: "POST", body }),
  read: (id: string) => request<ExperimentReply>(toPath(id)),
  stop: (id: string) => request<ExperimentReply>(toPath(id), { method: "PATCH", body: { state: "stopped" } }),
  delete: (id: string) => requestRemoval(toPath(id)),
  publish: (id: string) => request<ExperimentReply>(`${toPath(id)}/publish`, { method: "POST" }),
  readPair: (id: string, questionId: string) => request<BlindPair>(toPairPath(id, questionId)),
  choose: (id: string, questionId: string, choice: BlindChoice) =>
    request<ExperimentReply>(toPairPath(id, questionId), { method: "PUT", body: { choice } }),
};

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
