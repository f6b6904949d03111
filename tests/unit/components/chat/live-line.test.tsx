import { describe, expect, it } from "vitest";
import { WorkingText } from "@/components/chat/trail/live-line";
import type { TrailStep } from "@/lib/client/message/read-turn";
import type { ProgressData } from "@/lib/protocol/chat-message";
import { renderInLocale } from "@/tests/support/render-in-locale";

const thinking: ProgressData = { stage: "reasoning", status: "started", message: "Thinking" };
const thought: TrailStep = { kind: "thought", key: "0", text: "Hm", isActive: true, durationMs: null };

type Times = {
  phase?: "replying" | "reconnecting";
  elapsedMs?: number;
  waitedMs?: number;
  retryLeftMs?: number;
  steps?: TrailStep[];
};

async function draw(progress: ProgressData | null, times: Times, locale: "en" | "zh" = "en") {
  const { phase = "replying", elapsedMs = 30_000, waitedMs = 0, retryLeftMs = 0, steps = [] } = times;
  const html = await renderInLocale(
    locale,
    <WorkingText {...{ phase, steps, progress, elapsedMs, waitedMs, retryLeftMs }} />,
  );
  return html.replace(/<[^>]*>/g, "");
}

describe("the line about what is being done", () => {
  it("names a provider that is waited for, with the time of that wait", async () => {
    expect(await draw(thinking, { waitedMs: 24_400 })).toBe("Waiting for the provider · 24 s");
    expect(await draw(thinking, { waitedMs: 24_400 }, "zh")).toBe("正在等待模型服务响应 · 24 秒");
  });

  it("does not for the first seconds, nor while the model thinks or something else is done", async () => {
    expect(await draw(thinking, { waitedMs: 3_999 })).toBe("Thinking · 30 s");
    expect(await draw(thinking, { waitedMs: 24_000, steps: [thought] })).toBe("Thinking · 30 s");
    expect(await draw({ ...thinking, details: { hasBegun: true } }, { waitedMs: 24_000 })).toBe(
      "Thinking · 30 s",
    );
    expect(await draw({ ...thinking, stage: "analyzing" }, { waitedMs: 24_000 })).toBe(
      "Reading the question · 30 s",
    );
  });

  it("names a model that may be loading, with the time since it was asked", async () => {
    const loading = { ...thinking, details: { loading: { waitedMs: 4_000 } } };
    expect(await draw(loading, { waitedMs: 40_000 })).toBe("Loading the model · 40 s");
    expect(await draw(loading, { waitedMs: 40_000 }, "zh")).toBe("正在加载模型 · 40 秒");
  });

  it("counts down to the next try when requests are limited", async () => {
    expect(await draw(thinking, { retryLeftMs: 11_200 })).toBe("Rate-limited. Retrying in 12 s");
    expect(await draw(thinking, { retryLeftMs: 11_200 }, "zh")).toBe("请求太频繁，12 秒后重试");
  });

  it("says of a connection that broke that the answer goes on, before all else", async () => {
    expect(await draw(thinking, { phase: "reconnecting", retryLeftMs: 11_200 })).toBe(
      "Connection lost. The answer continues once it’s back.",
    );
  });
});
