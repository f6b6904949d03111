import { describe, expect, it } from "vitest";
import { BreakerList } from "@/components/admin/breaker-section";
import type { BreakerState } from "@/lib/protocol/breakers";
import { renderInLocale } from "@/tests/support/render-in-locale";

const last = { message: "OpenAI does not answer for openai:new.", at: Date.UTC(2026, 10, 20, 12, 30, 5) };
const paused: BreakerState = {
  kind: "model",
  name: "openai:new",
  state: "open",
  failures: 5,
  retryAfter: 12,
  last,
};
const toText = (html: string): string => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const render = async (locale: "en" | "zh", changes: Partial<BreakerState> = {}) =>
  toText(await renderInLocale(locale, <BreakerList breakers={[{ ...paused, ...changes }]} />));

describe("the list of what fails", () => {
  it("says that it is paused, until when, after how many failures, and what the last one was", async () => {
    const text = await render("en");
    expect(text).toContain("openai:new Paused Retrying in 12 s, after 5 failures in a row.");
    expect(text).toMatch(/Last at 12:30:05.PM: OpenAI does not answer for openai:new\./);
  });

  it("says so in Chinese, too", async () => {
    expect(await render("zh")).toContain("openai:new 已暂停 12 秒后重试，已连续失败 5 次。");
  });

  it("tells a trial that is under way, one that is due, and what is still called apart", async () => {
    expect(await render("en", { state: "trying", retryAfter: null })).toContain("Retrying now, after 5");
    expect(await render("en", { retryAfter: 0 })).toContain("Retrying with the next call, after 5");
    expect(await render("en", { state: "closed", failures: 1, retryAfter: null })).toContain(
      "In use Still in use, after one failure.",
    );
  });

  it("calls tools as the page does, and those that are not ours by their names", async () => {
    expect(await render("en", { kind: "tool", name: "web_search" })).toContain("Search the web Paused");
    expect(await render("en", { kind: "tool", name: "weather" })).toContain("weather Paused");
  });

  it("says when there is nothing", async () => {
    expect(toText(await renderInLocale("en", <BreakerList breakers={[]} />))).toContain(
      "None: every last call worked.",
    );
  });

  it("offers the end of a pause to whom it is given, by name", async () => {
    const list = <BreakerList breakers={[paused]} onReset={() => undefined} />;
    expect(toText(await renderInLocale("en", list))).toContain("Try again at once : openai:new");
    expect(await render("en")).not.toContain("Try again at once");
  });
});
