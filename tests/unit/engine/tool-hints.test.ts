import { describe, expect, it } from "vitest";
import { toHintKey } from "@/lib/features/laboratory/shape/hints";
import { ask, call, openWith, text } from "@/tests/support/scripted-services";
import type { ProviderRequest } from "@/tests/support/wire/reply";

/** A call that cannot be made, the same tool with another value, then the answer. */
const script = ({ turn }: ProviderRequest) => {
  if (turn === 0) return call("get_current_time", { timezone: "Where Anna lives" });
  return turn === 1 ? call("get_current_time", { timezone: "Europe/Berlin" }) : text("It is noon.");
};
const hint = "When get_current_time fails, name a zone such as Asia/Shanghai.";

async function openFailed(replies: number) {
  const { services, provider } = await openWith(script);
  for (let made = 0; made < replies; made += 1) {
    await ask(services, "How late is it there?", { conversation: `c${made}`, message: `m${made}` });
    await services.settleBackground();
  }
  const askAgain = async (id: string): Promise<string> => {
    const before = provider.requests.length;
    await ask(services, "And now?", { conversation: id, message: id });
    return JSON.stringify(provider.requests[before]?.body);
  };
  return { services, askAgain };
}

describe("a failure of a tool that repeats", () => {
  it("suggests a hint in words of ours, once it was mended often enough", async () => {
    const { services } = await openFailed(2);
    expect(await services.laboratory.suggestHints()).toEqual([]);
    await ask(services, "Once more?", { conversation: "c9", message: "m9" });
    await services.settleBackground();
    const suggested = await services.laboratory.suggestHints();
    expect(suggested).toMatchObject([
      { tool: "get_current_time", failed: 3, changed: 3, again: 0, fields: ["timezone"] },
    ]);
    expect(suggested[0]?.text).toContain("another value for timezone");
    expect(JSON.stringify(suggested)).not.toMatch(/Anna|Berlin/);
  });

  it("is told to agents that have the tool from when it is saved until it is withdrawn", async () => {
    const { services, askAgain } = await openFailed(3);
    const [suggestion] = await services.laboratory.suggestHints();
    if (suggestion === undefined) throw new Error("Nothing is suggested.");
    const key = toHintKey(suggestion);
    expect(await askAgain("before")).not.toContain("What is known here of these tools");
    await services.settings.update({ toolHints: { [key]: hint } }, 0, "owner");
    expect(await services.laboratory.suggestHints()).toEqual([]);
    const told = await askAgain("live");
    expect(told).toContain(`What is known here of these tools:\\n- ${hint}`);
    const { enabledTools } = (await services.settings.get()).settings;
    const others = enabledTools.filter((tool) => tool !== "get_current_time");
    await services.settings.update({ enabledTools: others }, 1, "owner");
    expect(await askAgain("without")).not.toContain(hint);
    await services.settings.update({ enabledTools, toolHints: {} }, 2, "owner");
    expect(await askAgain("withdrawn")).not.toContain(hint);
  });
});
