import { z } from "zod";
import { toolLimitRanges } from "@/lib/protocol/settings-fields";

/** Whether a call of a server's tool waits for the person. `never` is only for tools that change nothing. */
export const mcpApprovals = ["always", "when-untrusted", "never"] as const;
export type McpApproval = (typeof mcpApprovals)[number];

export const maxMcpServers = 30;
export const mcpSeconds = { min: 1, max: 300, default: 30 } as const;
const longestSecret = 8_000;

/** It stands in the names of the tools: `mcp_<server>_<tool>`. */
const mostNameCharacters = 20;
const serverNameSchema = z.string().regex(/^[a-z][a-z0-9]{0,19}$/, "use small letters and digits");

/** The nearest name that a server may have, empty without any: "Everything Server" as everythingserver. */
export function toServerName(typed: string): string {
  const plain = typed
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
  return plain.replace(/^[0-9]+/, "").slice(0, mostNameCharacters);
}
const oneLine = z.string().trim().min(1).max(1_000);

export const mcpTransportSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("http"), url: z.url({ protocol: /^https?$/ }).max(2_000) }),
  z.strictObject({ kind: z.literal("command"), command: oneLine, args: z.array(oneLine).max(40) }),
]);
export type McpTransport = z.output<typeof mcpTransportSchema>;

/** The token of a server by HTTP; of a command the variables of its environment, a line `NAME=value` each. */
const secretSchema = z.string().trim().min(1).max(longestSecret).nullable();
const secondsSchema = z.int().min(mcpSeconds.min).max(mcpSeconds.max);

/** `POST /api/admin/mcp`. */
export const newMcpServerSchema = z.strictObject({
  name: serverNameSchema,
  transport: mcpTransportSchema,
  secret: secretSchema.default(null),
  /** An administrator signs in at it by OAuth, once it is kept. */
  usesSignIn: z.boolean().exactOptional(),
  timeLimitSeconds: secondsSchema.default(mcpSeconds.default),
});
export type NewMcpServer = z.output<typeof newMcpServerSchema>;

/**
 * `PUT /api/admin/mcp/{id}`: another name, address or sign-in. A secret that is left out stays only where the
 * server is reached as before: none is sent where it was not entered for.
 */
export const mcpReplacementSchema = newMcpServerSchema
  .omit({ timeLimitSeconds: true })
  .extend({ secret: secretSchema.optional(), version: z.int().min(1) });
export type McpReplacement = z.output<typeof mcpReplacementSchema>;

/** What an administrator says of a tool. */
export const mcpToolPolicySchema = z.object({
  isEnabled: z.boolean(),
  approval: z.enum(mcpApprovals),
  /** Calls of a person in a day. */
  perDay: z.int().min(toolLimitRanges.perDay.min).max(toolLimitRanges.perDay.max).nullable(),
});
export type McpToolPolicy = z.output<typeof mcpToolPolicySchema>;

const fingerprintSchema = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

/** `PATCH /api/admin/mcp/{id}`; tools by the server's own names. */
export const mcpPatchSchema = z.strictObject({
  version: z.int().min(1),
  changes: z.strictObject({
    isEnabled: z.boolean().optional(),
    secret: secretSchema.optional(),
    timeLimitSeconds: secondsSchema.optional(),
    tools: z
      .record(
        z.string().min(1).max(200),
        mcpToolPolicySchema
          .partial()
          .extend({
            /** Takes the tool as it was shown: 409 when it is another one by now. */
            accept: fingerprintSchema.optional(),
          })
          .strict(),
      )
      .optional(),
  }),
});
export type McpPatch = z.output<typeof mcpPatchSchema>["changes"];

/** What a server says of a tool: a stranger's words. `instructions` are the server's own, for all of them. */
export const mcpDefinitionSchema = z.object({
  title: z.string().nullable(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  outputSchema: z.record(z.string(), z.unknown()).nullable(),
  annotations: z.record(z.string(), z.unknown()).nullable(),
  instructions: z.string().nullable(),
});
export type McpDefinition = z.output<typeof mcpDefinitionSchema>;
export const mcpDefinitionFields = Object.keys(mcpDefinitionSchema.shape) as (keyof McpDefinition)[];

/** What a tool may reach that calls for care. */
export const mcpReaches = ["environment", "files", "commands"] as const;
export type McpReach = (typeof mcpReaches)[number];

/**
 * A definition as it was seen, with what names exactly this one. `reaches`: what the small model found in it;
 * `null` where it was not looked at. None found does not make a tool safe.
 */
export type McpPinned = { definition: McpDefinition; fingerprint: string; reaches: McpReach[] | null };

/**
 * `new`: nobody has looked at it yet, `changed`: it is another one than was taken, `gone`: the server has it
 * no more. Only a `ready` one is offered.
 */
export type McpToolState = "new" | "ready" | "changed" | "gone";
export type McpTool = McpToolPolicy & {
  name: string;
  /** How models know it. */
  offeredAs: string;
  state: McpToolState;
  /** As the server has it now. */
  found: McpPinned | null;
  /** As it was taken. */
  taken: McpPinned | null;
};

/** A tool server as administrators see it; its secret is never shown again. */
export type McpServer = {
  id: string;
  name: string;
  version: number;
  updatedAt: number;
  updatedBy: string;
  transport: McpTransport;
  hasSecret: boolean;
  usesSignIn: boolean;
  /** By OAuth. */
  isSignedIn: boolean;
  isEnabled: boolean;
  timeLimitSeconds: number;
  instructions: string | null;
  tools: McpTool[];
  /** Tools that were left out: too many, or too long. */
  skipped: number;
  checkedAt: number | null;
  lastError: { at: number; message: string } | null;
};

/** `POST /api/admin/mcp/{id}/sign-in`: where the administrator signs in. */
export type McpSignInReply = { url: string };
/** Where the authorization server leads the browser back to. */
export const mcpSignInPath = "/api/admin/mcp/signed-in";

/** `POST /api/admin/mcp/{id}/try`: a call of a tool as it was shown. */
export const mcpTrialSchema = z.strictObject({
  tool: z.string().min(1).max(200),
  fingerprint: fingerprintSchema,
  input: z.record(z.string(), z.unknown()),
  /** Agreed to for a tool that may do more than read. */
  mayChange: z.boolean().default(false),
});
export type McpTrial = z.input<typeof mcpTrialSchema>;
/** The words are a stranger's. */
export type McpTrialReply = {
  text: string;
  isError: boolean;
  pictures: number;
  leftOut: number;
  tookMs: number;
};

/** `GET /api/admin/mcp`. */
export type McpReply = { servers: McpServer[]; allowsCommands: boolean };

/** Of a definition that says it itself; every other tool may change something. */
export function saysReadOnly({ annotations }: McpDefinition): boolean {
  return annotations?.["readOnlyHint"] === true;
}

/** Whether more than the server's word is needed before it is taken for one that only reads. */
export function needsCare({ definition, reaches }: McpPinned): boolean {
  return !saysReadOnly(definition) || (reaches ?? []).length > 0;
}

/** `mcp_everything_get_sum` as "Get sum · everything"; `null` for a name that is no server's tool. */
export function toServerToolName(offeredAs: string): string | null {
  const [, server, tool = ""] = /^mcp_([a-z][a-z0-9]*)_(.+)$/.exec(offeredAs) ?? [];
  if (server === undefined) return null;
  const words = tool.replaceAll("_", " ").trim() || tool;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} · ${server}`;
}

export function toState({ found, taken }: Pick<McpTool, "found" | "taken">): McpToolState {
  if (found === null) return "gone";
  if (taken === null) return "new";
  return found.fingerprint === taken.fingerprint ? "ready" : "changed";
}
