import { createHash } from "node:crypto";
import type { ListToolsResult, MCPClient } from "@ai-sdk/mcp";
import { fingerprintTools, type ToolSet } from "ai";
import type { FoundTool, FoundTools } from "@/lib/features/tool-servers/records/mcp-tools";
import type { McpDefinition } from "./shape";

const maxTools = 100;
const maxPages = 20;
/** Characters of one tool's definition, and of all of a server: they stand in one record. */
const longestDefinition = 24_000;
const longestTogether = 400_000;
const longestInstructions = 2_000;

/** All tools of a server, each with its fingerprint. Tools past the limits are counted, not kept. */
export async function listTools(client: MCPClient, signal: AbortSignal): Promise<FoundTools> {
  const listed = await listPages(client, signal);
  const sdk = await fingerprintTools(client.toolsFromDefinitions({ tools: listed }) as ToolSet);
  const instructions = client.instructions?.trim() || null;
  let room = longestTogether;
  const names = new Set<string>();
  const tools = listed.flatMap((tool): FoundTool[] => {
    const definition = toDefinition(tool, instructions);
    const length = JSON.stringify(definition).length;
    const isTaken = names.has(tool.name) || tool.name === "" || tool.name.length > 200;
    if (isTaken || names.size === maxTools || length > longestDefinition || length > room) return [];
    names.add(tool.name);
    room -= length;
    const fingerprint = toFingerprint({ sdk: sdk[tool.name], ...toPinnedFields(tool), instructions });
    return [{ name: tool.name, definition, fingerprint, reaches: null }];
  });
  return {
    tools,
    instructions: instructions?.slice(0, longestInstructions) ?? null,
    skipped: listed.length - tools.length,
  };
}

type ListedTool = ListToolsResult["tools"][number];

async function listPages(client: MCPClient, signal: AbortSignal): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const found = await client.listTools({ params, options: { signal } });
    tools.push(...found.tools);
    cursor = found.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}

function toDefinition(tool: ListedTool, instructions: string | null): McpDefinition {
  return {
    title: tool.title ?? tool.annotations?.title ?? null,
    description: tool.description ?? "",
    inputSchema: { ...tool.inputSchema, type: "object", properties: tool.inputSchema.properties ?? {} },
    ...toPinnedFields(tool),
    instructions: instructions?.slice(0, longestInstructions) ?? null,
  };
}

/** What the SDK's own fingerprint leaves out. */
function toPinnedFields({ annotations, outputSchema }: ListedTool) {
  return { annotations: annotations ?? null, outputSchema: outputSchema ?? null };
}

/** The same for the same content, in whatever order its fields come. */
function toFingerprint(content: unknown): string {
  return createHash("sha256").update(toCanonical(content)).digest("base64url");
}

function toCanonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${toCanonical(entry)}`).join(",")}}`;
}
