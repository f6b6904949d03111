import { describe, expect, it } from "vitest";
import { McpPage } from "@/components/admin/mcp/mcp-page";
import { locales } from "@/i18n/locales";
import { loadMessages } from "@/i18n/load-messages";
import type { McpReach, McpServer, McpTool } from "@/lib/features/tool-servers/shape";
import { renderInLocale } from "@/tests/support/render-in-locale";

function toTool(name: string, isReading: boolean, reaches: McpReach[] | null): McpTool {
  const definition = {
    ...{
      title: null,
      description: `<b>${name}</b>`,
      inputSchema: {},
      outputSchema: null,
      instructions: null,
    },
    annotations: { readOnlyHint: isReading },
  };
  return {
    ...{ name, offeredAs: `mcp_far_${name}`, isEnabled: false, approval: "always", perDay: null },
    ...{ state: "new", taken: null, found: { definition, fingerprint: `f-${name}`, reaches } },
  };
}

const server = (tools: McpTool[]): McpServer => ({
  ...{ id: "s1", name: "far", version: 1, updatedAt: 0, updatedBy: "Ada" },
  transport: { kind: "http", url: "https://tools.example/mcp" },
  ...{ hasSecret: false, usesSignIn: false, isSignedIn: false, isEnabled: true, timeLimitSeconds: 30 },
  ...{ instructions: null, skipped: 0, checkedAt: 0, lastError: null, tools },
});

describe.each(locales)("the review of a server's tools in %s", (locale) => {
  const render = (tools: McpTool[]) =>
    renderInLocale(locale, <McpPage initial={{ servers: [server(tools)], allowsCommands: false }} />);

  it("offers at once only those that claim to read and in which nothing was found", async () => {
    const { mcp } = (await loadMessages(locale)).admin;
    const html = await render([
      ...[toTool("calm", true, []), toTool("quiet", true, []), toTool("dump", true, ["environment"])],
      ...[toTool("unseen", true, null), toTool("sink", false, [])],
    ]);
    expect(html).toMatch(/Offer all 2 that only read|启用全部 2 个只读工具/);
    const count = (words: string) => html.split(`>${words}<`).length - 1;
    expect(count(mcp.mayDo.reads)).toBe(4);
    expect(count(mcp.mayDo.changes)).toBe(1);
    expect(count(mcp.mayDo.environment)).toBe(1);
    expect(count(mcp.mayDo.unseen)).toBe(1);
    expect(html).toContain("&lt;b&gt;calm&lt;/b&gt;");
  });

  it("offers none at once where nobody has looked", async () => {
    expect(await render([toTool("unseen", true, null)])).not.toMatch(/that only reads?<|个只读工具/);
  });
});
