import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { listDeeds, toLiveSentence, toolNames, toToolName } from "@/components/tools/views";
import { loadMessages } from "@/i18n/load-messages";
import type { ToolStepPart } from "@/lib/client/message/approvals";
import * as catalog from "@/lib/engine/tools/catalog";
import { fetchPart, searchPart } from "@/tests/unit/client/parts";

const messages = await loadMessages("en");
const t = createTranslator({ locale: "en", messages, namespace: "tools" });
const tTrail = createTranslator({ locale: "en", messages, namespace: "chat.trail" });

it("every tool has a view, in the order of the catalog", () => {
  expect(toolNames).toEqual(catalog.toolNames);
});

it("calls are told by tool, counted as each tool counts them, and those of unknown tools together", () => {
  const weather = {
    type: "dynamic-tool",
    toolName: "weather",
    toolCallId: "t9",
    state: "input-available",
    input: {},
  };
  const running: ToolStepPart = {
    type: "tool-web_fetch",
    toolCallId: "t2",
    state: "input-available",
    input: { urls: ["https://a.example/", "https://b.example/"], query: "q" },
  };
  expect(listDeeds([searchPart, searchPart, fetchPart, weather as ToolStepPart], t, tTrail)).toEqual([
    "searched twice",
    "read 2 pages",
    "took 1 other step",
  ]);
  expect(listDeeds([running], t, tTrail)).toEqual(["read 2 pages"]);
  expect(toLiveSentence(running, t, tTrail)).toBe("Reading 2 pages");
});

it("a call of a tool that an old message names and there is no more is shown by its name", () => {
  const part = {
    type: "tool-fax",
    toolCallId: "t1",
    state: "input-available",
    input: {},
  } as unknown as ToolStepPart;
  expect(toToolName(part, t)).toBe("fax");
  expect(listDeeds([part], t, tTrail)).toEqual(["took 1 other step"]);
});
