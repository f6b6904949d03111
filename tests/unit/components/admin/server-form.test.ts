import { describe, expect, it } from "vitest";
import { listFaults } from "@/components/admin/mcp/server-form";
import { toProblem } from "@/lib/http/problem-response";
import { parseInput } from "@/lib/http/read-body";
import { newMcpServerSchema, toServerName } from "@/lib/features/tool-servers/shape";
import { AppError } from "@/lib/errors";

const good = { name: "wiki", secret: null };
const http = (more: object = {}) => ({
  ...good,
  transport: { kind: "http", url: "https://a.example" },
  ...more,
});
const command = (transport: object, more: object = {}) => ({
  ...{ ...good, transport: { kind: "command", command: "node", args: [], ...transport } },
  ...more,
});
const refuse = (body: object) => {
  try {
    parseInput(newMcpServerSchema, body);
  } catch (error) {
    return toProblem(error);
  }
  return null;
};
const long = "x".repeat(8_001);

describe("a refused field of a tool server", () => {
  it.each([
    ["name", "name", http({ name: "" })],
    ["url", "url", http({ transport: { kind: "http", url: "tools" } })],
    ["secret", "token", http({ secret: long })],
    ["command", "command", command({ command: "" })],
    ["args", "args", command({ args: [long] })],
    ["args", "args", command({ args: Array(41).fill("a") })],
    ["secret", "variables", command({}, { secret: long })],
  ] as const)("is marked at its field, with its own words: %s, %s", (field, fault, body) => {
    expect(listFaults(refuse(body), "command" in body.transport ? "command" : "http")).toEqual([
      { field, fault },
    ]);
  });

  it("is the name where another server has it, and none for what concerns no field", () => {
    const taken = new AppError("already_exists", "Taken.", { fields: { name: "is taken" } });
    expect(listFaults(toProblem(taken), "http")).toEqual([{ field: "name", fault: "taken" }]);
    expect(listFaults(toProblem(new AppError("tool_unavailable", "Away.")), "http")).toEqual([]);
    expect(listFaults(null, "http")).toEqual([]);
  });
});

describe("the name of a tool server", () => {
  it.each([
    ["Everything Server", "everythingserver"],
    ["  Wiki-2 ", "wiki2"],
    ["Öl & Gas", "olgas"],
    ["2nd desk", "nddesk"],
    ["A very long name of a server", "averylongnameofaserv"],
  ])("%s becomes one that fits", (typed, name) => {
    expect(toServerName(typed)).toBe(name);
    expect(refuse(http({ name }))).toBeNull();
  });

  it("stays as it is where it fits, and is empty where nothing of it does", () => {
    expect(["wiki", "a1", "测试", "42"].map(toServerName)).toEqual(["wiki", "a1", "", ""]);
  });
});
