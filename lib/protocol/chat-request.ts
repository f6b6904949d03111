import { z } from "zod";
import { idSchema } from "./ids";
import { mentionsSchema } from "./mentions";
import { planModes } from "@/lib/features/plans/shape";
import { workflowValuesSchema } from "@/lib/features/workflows/shape/workflow-values";
import { agentStyles, modelRefSchema } from "./settings";

export const maxBodyBytes = 4_000_000;
export const maxTextCharacters = 100_000;
export const maxImageBytes = 3_000_000;
/** Pictures that come as data addresses; files that were put here before are counted by themselves. */
export const maxFilesPerMessage = 4;
export const imageMediaTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export const isPictureType = (mediaType: string): boolean =>
  imageMediaTypes.some((known) => known === mediaType);

const textPartSchema = z.object({
  type: z.literal("text"),
  text: z.string(),
  state: z.enum(["done", "streaming"]).optional(),
});

/** A file of any kind at our own `/api/files/…`, where it was put before; a picture may be a data address. */
const filePartSchema = z
  .object({
    type: z.literal("file"),
    mediaType: z.string().min(1).max(120),
    filename: z.string().max(200).optional(),
    url: z
      .string()
      .regex(
        /^(data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+|\/api\/files\/[A-Za-z0-9_-]{1,64})$/,
        "use a data address of a picture, or the address of a file that was put here",
      ),
  })
  .refine(({ mediaType, url }) => !url.startsWith("data:") || isPictureType(mediaType), {
    path: ["mediaType"],
    message: "use a type of a picture",
  });

const placeSchema = z
  .int()
  .min(0)
  .max(maxTextCharacters * 2);

/** Other fields are the client's own. What was pasted counts as anybody's words; mentions are checked. */
const metadataSchema = z.preprocess(
  (value) => (typeof value === "object" && value !== null ? value : {}),
  z.object({
    pasted: z
      .array(z.strictObject({ start: placeSchema, end: placeSchema, isFile: z.boolean().exactOptional() }))
      .max(100)
      .optional(),
    mentions: mentionsSchema.optional(),
  }),
);

const userMessageSchema = z.object({
  id: idSchema,
  role: z.literal("user"),
  parts: z
    .array(z.discriminatedUnion("type", [textPartSchema, filePartSchema]))
    .min(1)
    .max(20),
  metadata: metadataSchema.optional(),
});
export type UserMessage = z.output<typeof userMessageSchema>;

export const runModes = ["fast", "balanced", "thinking"] as const;
export type RunMode = (typeof runModes)[number];

/** A host as it stands in addresses, without scheme, port and path; no number, and no name without a dot. */
const siteSchema = z
  .string()
  .max(253)
  .toLowerCase()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/,
    "name a host, such as example.org",
  );

/** Limits a reply's web search, whatever the model prefers; `site` includes its subdomains. */
export const searchFocusSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("news") }),
  z.strictObject({ kind: z.literal("academic") }),
  z.strictObject({ kind: z.literal("site"), site: siteSchema }),
]);
export type SearchFocus = z.output<typeof searchFocusSchema>;

export const chatOptionsSchema = z.strictObject({
  model: modelRefSchema.optional(),
  style: z.enum(agentStyles).optional(),
  mode: z.enum(runModes).optional(),
  timezone: z.string().max(64).optional(),
  language: z.string().max(35).optional(),
  stream: z.boolean().optional(),
  /** The named agent that answers; without one that of the conversation, else the built-in one. */
  agent: idSchema.optional(),
  /** Who answers this once, as its question mentions; the conversation keeps its own agent. */
  answeredBy: idSchema.optional(),
  /** Only these collections are searched; without it those of the agent, else none but the handbook. */
  collections: z.array(idSchema).max(20).optional(),
  /** Without it the whole web is searched. */
  focus: searchFocusSchema.optional(),
  /** `false`: neither searched nor read, by steps and helpers either; left out, as the question says. */
  web: z.boolean().optional(),
  /** Whether a reply that thinks long is planned; without it as the settings say. */
  plan: z.enum(planModes).optional(),
  /** The person's workflow whose steps it follows instead of planning, and what its variables stand for. */
  workflow: z.strictObject({ id: idSchema, values: workflowValuesSchema }).optional(),
  /** The folder that the conversation begins in. */
  folder: idSchema.optional(),
  /** The conversation begins as one that is in no list, remembers nothing and is deleted soon. */
  temporary: z.boolean().optional(),
});
export type ChatOptions = z.output<typeof chatOptionsSchema>;

/** `POST /api/chat`: the ids of calls that wait, and whether the person allows them. */
const approvalAnswersSchema = z.object({
  id: idSchema,
  trigger: z.literal("answer-approvals"),
  answers: z
    .array(z.strictObject({ approvalId: idSchema, approved: z.boolean() }))
    .min(1)
    .max(20),
  options: chatOptionsSchema.default({}),
});
export type ApprovalAnswers = z.output<typeof approvalAnswersSchema>;

/**
 * `POST /api/chat`. A message follows `parentId`, or begins the conversation anew with `null`; left out, it
 * follows the newest of the branch that is shown. With `messageId` it is another version of that question. On
 * `regenerate-message`, `messageId` names the reply that gets another beside it (the last one when left out);
 * on `continue` the newest reply goes on from what it has, and the stream brings only what is new.
 * A body of the AI SDK's transport, with `messages` instead of `message`, is read as what its last message
 * asks for. What other transports add is passed over, save in `options`, which are ours.
 */
export const chatRequestSchema = z.preprocess(
  fromTransport,
  z.discriminatedUnion("trigger", [
    z.object({
      id: idSchema,
      trigger: z.literal("submit-message"),
      message: userMessageSchema,
      messageId: idSchema.optional(),
      parentId: idSchema.nullable().optional(),
      options: chatOptionsSchema.default({}),
    }),
    z.object({
      id: idSchema,
      trigger: z.literal("regenerate-message"),
      message: userMessageSchema.optional(),
      messageId: idSchema.optional(),
      options: chatOptionsSchema.default({}),
    }),
    z.object({
      id: idSchema,
      trigger: z.literal("continue"),
      messageId: idSchema.optional(),
      options: chatOptionsSchema.default({}),
    }),
    approvalAnswersSchema,
  ]),
);
export type ChatBody = z.output<typeof chatRequestSchema>;
/** What asks for a reply. */
export type ChatRequest = Exclude<ChatBody, ApprovalAnswers>;

function fromTransport(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const { messages, ...rest } = { trigger: "submit-message", ...body } as Record<string, unknown>;
  if (!Array.isArray(messages) || "message" in rest) return messages === undefined ? rest : body;
  if (rest["trigger"] !== "submit-message") return rest;
  const message: unknown = messages.at(-1);
  const { messageId: _messageId, ...answered } = rest;
  const { data: reply } = answeredReplySchema.safeParse(message);
  return reply === undefined
    ? { ...rest, message }
    : { ...answered, trigger: "answer-approvals", answers: reply.parts.flatMap((answer) => answer ?? []) };
}

/** A reply that the transport sends back because the person has answered what its calls asked for. */
const answeredReplySchema = z.object({
  role: z.literal("assistant"),
  parts: z.array(
    z
      .object({
        state: z.literal("approval-responded"),
        approval: z.object({ id: z.unknown(), approved: z.unknown() }),
      })
      .transform(({ approval }) => ({ approvalId: approval.id, approved: approval.approved }))
      .or(z.unknown().transform(() => null)),
  ),
});

export const maxSteerCharacters = 20_000;

/**
 * `POST /api/chat/{id}/steer`: words that the running reply reads before its next step, where they stand as
 * the SDK's `steering-message` part (not a data part). 204; 409 `not_running` when the reply has ended.
 */
export const steerRequestSchema = z.strictObject({
  message: z.strictObject({ id: idSchema, text: z.string().trim().min(1).max(maxSteerCharacters) }),
});

/**
 * `GET /api/chat/{id}/stream?after=&stay=`: the place that the stream's newest `id:` line named, and whether
 * it stays open while the reply waits for the person.
 */
export const followQuerySchema = z.object({
  stay: z.literal("true").optional(),
  after: z
    .string()
    .regex(/^\d{1,6}\.\d{1,9}$/, "use an id of the stream")
    .optional(),
});
