import { z } from "zod";
import { maxAnswerCharacters } from "./limits";

/** `POST /api/chat/{id}/answers/{questionId}`. 204; 404, and 409 `already_decided`, as of an approval. */
export const questionAnswerSchema = z.strictObject({
  answer: z.string().trim().min(1).max(maxAnswerCharacters),
});

/** The field of a question's input that the person fills in. */
export const answeredQuestionSchema = z.object({ answer: z.string() });
/** What the model offers as an answer. */
export const offeredAnswersSchema = z.object({
  choices: z.array(z.string()).default([]),
  default: z.string().default(""),
});

/** Where in the work the agent asks the person. */
export const questionTopics = ["step", "conflict", "error"] as const;

/** Part `data-question`, with the question's id as its own; the newest one of an id counts. */
export const personQuestionSchema = z.object({
  id: z.string(),
  text: z.string(),
  choices: z.array(z.string()).exactOptional(),
  /** What counts when nobody answers in time; `null`: the agent goes on without an answer. */
  fallback: z.string().nullable(),
  topic: z.enum(questionTopics),
  /** Of the plan's step that it is about. */
  step: z.string().exactOptional(),
  /** Milliseconds since 1970. */
  askedAt: z.number(),
  expiresAt: z.number(),
  state: z.enum(["asked", "answered", "expired", "closed"]),
  answer: z.string().exactOptional(),
});
export type PersonQuestion = z.output<typeof personQuestionSchema>;
