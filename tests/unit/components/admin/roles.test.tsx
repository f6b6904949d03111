import { describe, expect, it } from "vitest";
import { RoleChoice } from "@/components/admin/people/invite-form";
import { roles } from "@/lib/features/accounts/shape/accounts";
import { adminPages, maySeePage, type AdminPageId } from "@/lib/features/accounts/shape/admin-access";
import { renderInLocale } from "@/tests/support/render-in-locale";

describe("the choice of a role", () => {
  it.each(["en", "zh"] as const)("has every role with what it may, in %s", async (locale) => {
    const html = await renderInLocale(locale, <RoleChoice value="auditor" onChange={() => undefined} />);
    expect(html.match(/type="radio"/g)).toHaveLength(roles.length);
    expect(html).toContain(locale === "en" ? "Changes nothing." : "不能修改任何内容");
  });
});

describe("the rail of admin pages", () => {
  it.each([
    ["operator", ["Overview", "Runs", "Alerts", "Ratings"]],
    ["auditor", ["Overview", "Runs", "Alerts", "Ratings", "Audit"]],
    ["member", []],
  ] as const)("has for %s those that the role sees", (role, names) => {
    const seen = (Object.keys(adminPages) as AdminPageId[]).filter((page) => maySeePage(role, page));
    expect(seen).toEqual(names.map((name) => name.toLowerCase()));
  });
});
