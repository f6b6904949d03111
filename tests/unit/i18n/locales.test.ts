import { describe, expect, it } from "vitest";
import { chooseLocale } from "@/i18n/locales";

describe("chooseLocale", () => {
  it.each([
    ["zh-CN,zh;q=0.9,en;q=0.8", "zh"],
    ["en-GB,en;q=0.9", "en"],
    ["de-DE,de;q=0.9,zh-TW;q=0.5,en;q=0.3", "zh"],
    ["en;q=0.4,zh;q=0.6", "zh"],
    ["de,fr", "en"],
    ["", "en"],
    ["*", "en"],
    [";;q=,", "en"],
  ])("reads %j as %s", (header, locale) => {
    expect(chooseLocale(header)).toBe(locale);
  });
});
