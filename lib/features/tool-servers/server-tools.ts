import { AppError, isAppError } from "@/lib/errors";
import type { FoundTools } from "@/lib/features/tool-servers/records/mcp-tools";
import { saysReadOnly, type McpPinned, type McpServer, type McpTool } from "./shape";
import { toLooseSchema } from "@/lib/engine/tools/input-schema";
import type { ServerTool } from "@/lib/engine/tools/registry";
import type { SaveImage } from "@/lib/data/files";
import type { ToolContext } from "@/lib/engine/tools/tool";
import type { Connections } from "./connections";
import { forAdmin, readFacts, withFacts } from "./failures";
import { isReported, type McpCallOptions, type OpenServer } from "./open-server";
import { readAnswer, toModelText, type ToolPicture, type McpAnswer } from "./read-answer";

export type ServerToolDeps = {
  connections: Connections;
  open: (
    server: McpServer,
    options: { signal: AbortSignal; onListChanged: () => void },
  ) => Promise<OpenServer>;
  noteFound: (server: McpServer, found: FoundTools) => Promise<void>;
  noteError: (server: McpServer, message: string) => Promise<void>;
  saveImage: SaveImage;
  now: () => number;
};

type Ready = McpTool & { taken: McpPinned };
type Called = { server: McpServer; tool: Ready; isRepeatable: boolean };

/** A server that tells progress has so many of its time limits for a call, and no longer than this. */
const mostLimits = 10;
const longestMs = 600_000;

const checkFirst =
  "It may have acted all the same. Do not call it again before it is clear that it has not; tell the person.";

/** Those that are offered: taken, unchanged as far as is known, and switched on. */
export function listReady({ isEnabled, tools }: McpServer): Ready[] {
  if (!isEnabled) return [];
  return tools.filter(
    (tool): tool is Ready => tool.state === "ready" && tool.isEnabled && tool.taken !== null,
  );
}

/** A server's tool in the loop's form. The model is told the definition that was approved. */
export function toServerTool(
  deps: ServerToolDeps,
  server: McpServer,
  tool: Ready,
  isFirst: boolean,
): ServerTool {
  const { definition } = tool.taken;
  const isReadOnly = saysReadOnly(definition);
  const isRepeatable = isReadOnly || definition.annotations?.["idempotentHint"] === true;
  const timeMs = server.timeLimitSeconds * 1000;
  return {
    name: tool.offeredAs,
    version: tool.taken.fingerprint.slice(0, 8),
    stage: "executing_tools",
    description: describe(tool, server, isFirst),
    input: toLooseSchema(definition.inputSchema),
    origin: "stranger",
    approval: tool.approval,
    effect: isReadOnly ? "none" : "sends",
    isRepeatable,
    limits: { timeMs, longestMs: Math.max(timeMs, Math.min(timeMs * mostLimits, longestMs)) },
    ...(!isRepeatable && { hints: { timeout: checkFirst } }),
    policy: { perDay: tool.perDay },
    execute: (input, context) =>
      callTool(deps, { server, tool, isRepeatable }, input as Record<string, unknown>, context),
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
  called: Called,
  input: Record<string, unknown>,
  context: ToolContext,
) {
  const { signal, stillWorking: onProgress } = context;
  const { server, tool } = called;
  // Sessions and programs remember: what one conversation did is not another's to see.
  const key = `${server.id} ${server.version} ${context.userId} ${context.conversationId}`;
  const attempt = () =>
    deps.connections.use(
      key,
      () => openWatched(deps, server, signal),
      async (open) => {
        await checkUnchanged(deps, { server, tool, open, signal });
        return readAnswer(await callReported(open, called, input, { signal, onProgress }), open, signal);
      },
    );
  try {
    // What the server has not seen is asked again at once, in a new session.
    const read = await attempt().catch((error: unknown) => {
      if (readFacts(error).isUnseen !== true || signal.aborted) throw error;
      return attempt();
    });
    return await toAnswer(deps, { server, tool, read }, context);
  } catch (error) {
    if (isAppError(error) && error.code !== "aborted" && error.code !== "forbidden")
      await deps.noteError(server, forAdmin(error).message);
    throw error;
  }
}

/** An error that is the tool's own answer is one that the model reads. */
export async function callReported(
  open: OpenServer,
  { tool, isRepeatable }: { tool: Pick<McpTool, "name">; isRepeatable: boolean },
  input: Record<string, unknown>,
  options: McpCallOptions,
) {
  try {
    return await open.call(tool.name, input, options);
  } catch (error) {
    if (isReported(error)) return { content: [{ type: "text", text: error.message }], isError: true };
    const facts = readFacts(error);
    if (!isAppError(error) || isRepeatable || error.code === "aborted" || facts.mayHaveActed !== true)
      throw error;
    const { code, message } = error;
    throw withFacts(new AppError(code, `${message} ${checkFirst}`, { cause: error }), facts);
  }
}

/** Looks at what it has now when it says that it has changed. */
async function openWatched(
  deps: ServerToolDeps,
  server: McpServer,
  signal: AbortSignal,
): Promise<OpenServer> {
  let open: OpenServer | null = null;
  let isLooking = false;
  const look = async () => {
    if (open === null) return;
    lists.delete(open);
    if (isLooking) return;
    isLooking = true;
    await readList(deps, server, open, new AbortController().signal).catch(() => undefined);
    isLooking = false;
  };
  open = await deps.open(server, { signal, onListChanged: () => void look() });
  return open;
}

const lists = new WeakMap<OpenServer, { at: number; found: FoundTools }>();
/** A server is asked again what it has when a call finds its list older than this. */
const checkMs = 60_000;

/** What it has now; where that is something else than is known, an administrator is shown it. */
async function readList(
  { noteFound, now }: ServerToolDeps,
  server: McpServer,
  open: OpenServer,
  signal: AbortSignal,
): Promise<FoundTools> {
  const known = lists.get(open);
  if (known !== undefined && Math.abs(now() - known.at) <= checkMs) return known.found;
  const at = now();
  const found = await open.list(signal);
  lists.set(open, { at, found });
  const isSame = ({ name, found: before }: McpTool) =>
    found.tools.find((each) => each.name === name)?.fingerprint === before?.fingerprint;
  if (found.tools.length !== server.tools.length || !server.tools.every(isSame))
    await noteFound(server, found);
  return found;
}

/** Throws `forbidden` for a tool that is another one by now: from then on it waits for the administrator. */
async function checkUnchanged(
  deps: ServerToolDeps,
  { server, tool, open, signal }: { server: McpServer; tool: Ready; open: OpenServer; signal: AbortSignal },
): Promise<void> {
  const found = await readList(deps, server, open, signal);
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
  { server, tool, read }: { server: McpServer; tool: Ready; read: McpAnswer },
  { userId, conversationId, signal }: ToolContext,
) {
  const save = ({ bytes, mediaType }: ToolPicture) =>
    deps.saveImage({ userId, conversationId, bytes, mediaType, name: tool.offeredAs });
  const pictures = await Promise.all(read.pictures.map(save));
  signal.throwIfAborted();
  return {
    text: toModelText(read, { tool: tool.offeredAs, server: server.name }),
    summary: sumUp(read),
    ...(pictures.length > 0 && { data: { pictures: pictures.map((url) => ({ url })) } }),
  };
}

function sumUp({ words, pictures, isError }: McpAnswer): string {
  if (isError) return "The tool reported an error.";
  const count = pictures.length === 1 ? "a picture" : `${pictures.length} pictures`;
  const characters = words.reduce((sum, text) => sum + text.length, 0);
  return pictures.length > 0 ? `Answered with ${count}.` : `Answered with ${characters} characters.`;
}
