import type { McpApproval, McpTransport } from "@/lib/features/tool-servers/shape";
import { call, openWith, text, toolParts, type ask } from "./scripted-services";
import type { TestServices } from "./test-services";

export const admin = { id: "owner", name: "Owner" };
export const never = new AbortController().signal;
export const reading = { annotations: { readOnlyHint: true } };

type Policy = { approval?: McpApproval; perDay?: number };
type Reached = { policy?: Policy; seconds?: number; secret?: string | null };

/** Adds the server, by its address or its transport, and switches all of its tools on. */
export async function take(
  services: TestServices,
  place: string | McpTransport,
  { policy = {}, seconds = 30, secret = "s3cret-token" }: Reached = {},
) {
  const transport = typeof place === "string" ? { kind: "http" as const, url: place } : place;
  const fields = { name: "far", transport, secret, timeLimitSeconds: seconds };
  const server = await services.toolServers.create(fields, admin, never);
  const tools = Object.fromEntries(
    server.tools.map(({ name, found }) => [
      name,
      { accept: found?.fingerprint ?? "", isEnabled: true, ...policy },
    ]),
  );
  return services.toolServers.update(server.id, { tools }, server.version, admin);
}

/** A reply whose model makes one call and then says what it has. */
export const openCalling = (tool: string, input: unknown = {}, env: Record<string, string> = {}) =>
  openWith((request) => (request.turn === 0 ? call(tool, input) : text("Done.")), env);

export const outputOf = (reply: Awaited<ReturnType<typeof ask>>) =>
  toolParts(reply).map((part) => ("output" in part ? part.output : null))[0];
