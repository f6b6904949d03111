import { z } from "zod";
import type { ChatPart } from "@/lib/protocol/chat-message";
import { toPartSchemas } from "@/lib/protocol/parts";
import { findResult } from "@/lib/protocol/tool-results";

/**
 * The parts of a stored message that its readers may rely on. What a vendor's own tool did, and what no
 * reader knows, is left out; a call whose result has another form than ours has failed.
 */
export function readParts(stored: readonly unknown[]): ChatPart[] {
  return stored.flatMap((part) => readPart(part) ?? []);
}

function readPart(stored: unknown): ChatPart | null {
  const { data: part } = kindSchema.safeParse(stored);
  if (part === undefined || part.providerExecuted === true) return null;
  if (part.type === "dynamic-tool" || part.type.startsWith("tool-")) return readCall(part);
  return (schemas.get(part.type)?.safeParse(part).data ?? null) as ChatPart | null;
}

const kindSchema = z.looseObject({ type: z.string(), providerExecuted: z.unknown().optional() });
type PartKind = z.output<typeof kindSchema>;

const approvalSchema = z.looseObject({ id: z.string() }).optional().catch(undefined);
const callSchema = z.looseObject({
  toolCallId: z.string(),
  state: z.enum([
    "input-streaming",
    "input-available",
    "approval-requested",
    "approval-responded",
    "output-available",
    "output-error",
    "output-denied",
  ]),
  errorText: z.string().optional().catch(undefined),
});

function readCall(part: PartKind): ChatPart | null {
  const { data: call } = callSchema.safeParse(part);
  const approval = approvalSchema.parse(part["approval"]);
  const isNamed = part.type !== "dynamic-tool" || typeof part["toolName"] === "string";
  const isAsked = call?.state !== "output-denied" && !call?.state.startsWith("approval-");
  if (call === undefined || !isNamed || (approval === undefined && !isAsked)) return null;
  const { output, ...rest } = call;
  const known = { ...rest, ...(approval !== undefined && { approval }) };
  if (call.state === "output-error")
    return { ...known, errorText: call.errorText ?? unreadable } as unknown as ChatPart;
  if (call.state !== "output-available") return known as unknown as ChatPart;
  const result = findResult(output);
  if (result !== null) return { ...known, output: result } as unknown as ChatPart;
  return { ...known, state: "output-error", errorText: unreadable } as unknown as ChatPart;
}

const unreadable = "What this call gave can no longer be read.";

const list = z.array(z.looseObject({}));
const textSchema = z.looseObject({ text: z.string() });
const title = z.string().optional().catch(undefined);

/** What each kind of part needs to be read; what else it carries is left as it is. */
const partSchemas = {
  text: textSchema,
  reasoning: textSchema,
  "step-start": z.looseObject({}),
  "steering-message": z.looseObject({ id: z.string(), parts: list }),
  file: z.looseObject({ url: z.string(), mediaType: z.string(), filename: title }),
  "source-url": z.looseObject({ sourceId: z.string(), url: z.string(), title }),
  "source-document": z.looseObject({ sourceId: z.string() }),
  "reasoning-file": z.looseObject({ url: z.string() }),
  custom: z.looseObject({ kind: z.string() }),
  ...toPartSchemas(({ fields }) => z.looseObject({ data: z.looseObject(fields) })),
} satisfies Record<Exclude<ChatPart["type"], `tool-${string}` | "dynamic-tool">, z.ZodType>;

const schemas: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(partSchemas));
