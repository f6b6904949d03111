import { describe, expect, it } from "vitest";
import { toPersonName } from "@/lib/features/accounts/auth/person-name";

describe("toPersonName", () => {
  it.each([
    [" Ada  Lovelace ", "Ada Lovelace"],
    ["Ada\r\nadmin@a.example", "Ada admin@a.example"],
    ["\u202eecilA", "ecilA"],
    ["A\u200bd\u00ada\u0000", "Ada"],
    ["\u200b\u2066\ufeff", ""],
    ["Ada\ud83d", "Ada"],
  ])("makes %j to %j", (text, name) => {
    expect(toPersonName(text)).toBe(name);
  });

  it.each(["王小明", "José O’Neill", "علی‌رضا", "👩‍🚀 Sam"])("leaves %j as it is", (name) => {
    expect(toPersonName(name)).toBe(name);
  });
});
