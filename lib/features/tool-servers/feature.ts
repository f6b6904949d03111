import { createSealer } from "@/lib/secrets";
import { createMcpServers } from "@/lib/features/tool-servers/records/mcp-servers";
import type { Feature } from "@/lib/engine/feature";
import type { Ground } from "@/lib/engine/ground";
import { readProgramEnvironment } from "@/lib/env";
import { createSignIn } from "./sign-in";
import { createToolServers, type ToolServers } from "./tool-servers";
import type { ToolsDoor } from "@/lib/engine/tools/catalog";

/** The tools of other servers (MCP), offered from now on and looked for again whenever the settings are. */
export function openToolServers(
  { env, store, secret, records, settings, log, now, newId, askSmall, payFor }: Ground,
  { tools }: ToolsDoor,
): Feature & { service: ToolServers } {
  const sealer = createSealer(secret);
  const mcpServers = createMcpServers(store, sealer, now);
  // As with an entered model server: whoever uses the server alone may name this machine.
  const guard = {
    allowedHosts: env.WEB_FETCH_ALLOWED_HOSTS ?? [],
    allowsLoopback: env.AUTH_URL === undefined,
  };
  const toolServers = createToolServers({
    records: mcpServers,
    siteUrl: env.AUTH_URL ?? null,
    signIn: createSignIn({ records: mcpServers, sealer, guard, now }),
    audit: records.audit,
    saveImage: (image) => records.files.save({ ...image, fileId: newId(), createdAt: now() }),
    options: {
      guard,
      programs: env.MCP_COMMANDS === "on" ? readProgramEnvironment() : null,
    },
    ...{ now, askSmall, payFor },
    offer: (...offered) => tools().offerServerTools(...offered),
    report: (event, fields) => log.warn(event, fields),
  });
  return {
    name: "tool servers",
    service: toolServers,
    async start() {
      await toolServers.refresh();
      settings.onRefresh(toolServers.refresh);
    },
    close: toolServers.close,
  };
}
