import { nothingSpent } from "@/lib/protocol/spent";
import { describe, expect, it } from "vitest";
import { roles } from "@/lib/features/accounts/shape/accounts";
import { agentSettingsSchema, defaultSettings, settingsPatchSchema } from "@/lib/protocol/settings";
import { findPermission, withPermission } from "@/lib/protocol/tool-permissions";
import { judgeCall } from "@/lib/engine/loop/consent/judge-call";
import { permitApproval, permitCall } from "@/lib/engine/loop/consent/permit-call";

describe("a permission", () => {
  const all = { member: { "*": "deny", web_search: "ask", math_prime: "allow" } } as const;

  it("is the tool's own before the role's on all others, by the name that models know", () => {
    expect(findPermission(all, "member", "web_search")).toEqual({ permission: "ask", isNamed: true });
    expect(findPermission(all, "member", "math.prime")).toEqual({ permission: "allow", isNamed: true });
    expect(findPermission(all, "member", "constructor")).toEqual({ permission: "deny", isNamed: false });
    expect(findPermission(all, "admin", "web_search")).toBeNull();
  });

  it("that is taken away leaves nothing behind", () => {
    const one = withPermission({}, { role: "member", tool: "x" }, "ask");
    expect(one).toEqual({ member: { x: "ask" } });
    expect(withPermission(one, { role: "member", tool: "x" }, null)).toEqual({});
  });

  it.each([
    [{ pirate: { x: "deny" } }, false],
    [{ member: { x: "never" } }, false],
    [{ member: { "no such name!": "deny" } }, false],
    [{ member: { "*": "ask", later_tool: "deny" } }, true],
  ])("%j is taken: %s", (toolPermissions, isTaken) => {
    expect(settingsPatchSchema.safeParse({ toolPermissions }).success).toBe(isTaken);
  });
});

describe("allowing a tool", () => {
  const allowed = { permission: "allow", isNamed: true } as const;
  const view = {
    texts: [{ origin: "tool", text: "" }],
    walk: [],
    sent: [],
    told: nothingSpent,
    pages: [],
  } as const;

  it("never leaves out what is asked because of others' text", () => {
    const call = { approval: permitApproval("always", allowed), request: { reason: "effect" } } as const;
    expect(permitCall(judgeCall(call, view), allowed)).toMatchObject({ kind: "ask", reason: "effect" });
  });
});

describe("settings of a version that had tools for administrators only", () => {
  it("deny them to every other role", () => {
    const { toolPermissions } = agentSettingsSchema.parse({ ...defaultSettings, adminTools: ["web_search"] });
    const others = roles.filter((role) => role !== "admin");
    expect(toolPermissions).toEqual(Object.fromEntries(others.map((role) => [role, { web_search: "deny" }])));
    expect(agentSettingsSchema.parse({ adminTools: [] }).toolPermissions).toEqual({});
  });

  it("cannot be read where the list is none, rather than opening the tools", () => {
    expect(agentSettingsSchema.safeParse({ adminTools: "web_search" }).success).toBe(false);
  });
});
