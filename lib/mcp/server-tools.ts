import { AppError, isAppError } from "@/lib/errors";
import type { FoundTools } from "@/lib/data/mcp-tools";
import { saysReadOnly, type McpPinned, type McpServer, type McpTool } from "@/lib/protocol/mcp";
import { toLooseSchema } from "@/lib/tools/input-schema";
import type { ServerTool } from "@/lib/tools/registry";
import type { SaveImage } from "@/lib/tools/image-generate/image-generate";
import type { ToolContext } from "@/lib/tools/tool";
import type { Connections } from "./connections";
import { isReported, type OpenServer } from "./open-server";
import { readAnswer, toModelText, type Picture, type ReadAnswer } from "./read-answer";

export type ServerToolDeps = {
  connections: Connections;
  open: (server: McpServer, signal: AbortSignal) => Promise<OpenServer>;
  noteFound: (server: McpServer, found: FoundTools) => Promise<void>;
  noteError: (server: McpServer, message: string) => Promise<void>;
  saveImage: SaveImage;
  now: () => number;
};

type Ready = McpTool & { taken: McpPinned };

/** Those that are offered: taken, unchanged as far as is known, and switched on. */
export function listReady({ isEnabled, tools }: McpServer): Ready[] {
  if (!isEnabled) return [];
  return tools.filter(
    (tool): tool is Ready => tool.state === "ready" && tool.isEnabled && tool.taken !== null,
  );
}

/** A tool of a server, as the loop has all of them. What the model is told of it is what was taken. */
export function toServerTool(
  deps: ServerToolDeps,
  server: McpServer,
  tool: Ready,
  isFirst: boolean,
): ServerTool {
  const { definition } = tool.taken;
  const isReadOnly = saysReadOnly(definition);
  return {
    name: tool.offeredAs,
    version: tool.taken.fingerprint.slice(0, 8),
    stage: "executing_tools",
    description: describe(tool, server, isFirst),
    input: toLooseSchema(definition.inputSchema),
    origin: "stranger",
    approval: tool.approval,
    effect: isReadOnly ? "none" : "sends",
    isRepeatable: isReadOnly || definition.annotations?.["idempotentHint"] === true,
    limits: { timeMs: server.timeLimitSeconds * 1000 },
    policy: { perDay: tool.perDay },
    execute: (input, context) => callTool(deps, { server, tool }, input as Record<string, unknown>, context),
  };
}

function describe({ name, taken: { definition } }: Ready, server: McpServer, isFirst: boolean): string {
  const { title, description, instructions } = definition;
  const about = [
    `The tool ${name} of the tool server ${server.name}${title === null ? "" : ` (${title})`}.`,
    description,
    ...(isFirst && instructions !== null ? [`Of all tools of ${server.name}: ${instructions}`] : []),
  ];
  return about.filter((line) => line.trim() !== "").join("\n");
}

async function callTool(
  deps: ServerToolDeps,
  { server, tool }: { server: McpServer; tool: Ready },
  input: Record<string, unknown>,
  context: ToolContext,
) {
  const { signal } = context;
  // Sessions and programs remember: what one conversation did is not another's to see.
  const key = `${server.id} ${server.version} ${context.userId} ${context.conversationId}`;
  try {
    const read = await deps.connections.use(
      key,
      () => deps.open(server, signal),
      async (open) => {
        await checkUnchanged(deps, { server, tool, open, signal });
        return readAnswer(await callReported(open, tool.name, input, signal), open, signal);
      },
    );
    return await toAnswer(deps, { server, tool, read }, context);
  } catch (error) {
    if (isAppError(error) && error.code !== "aborted" && error.code !== "forbidden")
      await deps.noteError(server, error.message);
    throw error;
  }
}

/** An error that is the tool's own answer is one that the model reads. */
async function callReported(
  open: OpenServer,
  name: string,
  input: Record<string, unknown>,
  signal: AbortSignal,
) {
  try {
    return await open.call(name, input, signal);
  } catch (error) {
    if (!isReported(error)) throw error;
    return { content: [{ type: "text" as const, text: error.message }], isError: true };
  }
}

const checkedAt = new WeakMap<OpenServer, { at: number; found: FoundTools }>();
/** A server is asked again what it has when a call finds its list older than this. */
const checkMs = 60_000;

/** Throws `forbidden` for a tool that is another one by now: from then on it waits for the administrator. */
async function checkUnchanged(
  { noteFound, now }: ServerToolDeps,
  { server, tool, open, signal }: { server: McpServer; tool: Ready; open: OpenServer; signal: AbortSignal },
): Promise<void> {
  let known = checkedAt.get(open);
  if (known === undefined || Math.abs(now() - known.at) > checkMs) {
    known = { at: now(), found: await open.list(signal) };
    checkedAt.set(open, known);
  }
  const { found } = known;
  const isSame = ({ name, found: before }: McpTool) =>
    found.tools.find((each) => each.name === name)?.fingerprint === before?.fingerprint;
  if (!server.tools.every(isSame)) await noteFound(server, found);
  const current = found.tools.find(({ name }) => name === tool.name);
  if (current?.fingerprint === tool.taken.fingerprint) return;
  throw new AppError(
    "forbidden",
    current === undefined
      ? `${tool.offeredAs} was not called: its server does not have it any more.`
      : `${tool.offeredAs} was not called: its server has changed it, and an administrator has to look at it first.`,
  );
}

async function toAnswer(
  deps: ServerToolDeps,
  { server, tool, read }: { server: McpServer; tool: Ready; read: ReadAnswer },
  { userId, conversationId, signal }: ToolContext,
) {
  const save = ({ bytes, mediaType }: Picture) =>
    deps.saveImage({ userId, conversationId, bytes, mediaType, name: tool.offeredAs });
  const pictures = await Promise.all(read.pictures.map(save));
  signal.throwIfAborted();
  return {
    text: toModelText(read, { tool: tool.offeredAs, server: server.name }),
    summary: sumUp(read),
    ...(pictures.length > 0 && { data: { pictures: pictures.map((url) => ({ url })) } }),
  };
}

function sumUp({ words, pictures, isError }: ReadAnswer): string {
  if (isError) return "The tool reported an error.";
  const count = pictures.length === 1 ? "a picture" : `${pictures.length} pictures`;
  const characters = words.reduce((sum, text) => sum + text.length, 0);
  return pictures.length > 0 ? `Answered with ${count}.` : `Answered with ${characters} characters.`;
}
