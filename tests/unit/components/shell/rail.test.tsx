import { expect, it } from "vitest";
import { Rail } from "@/components/shell/rail";
import { renderInLocale } from "@/tests/support/render-in-locale";

it("the rail names what its icons do", async () => {
  const nothing = () => undefined;
  const html = await renderInLocale(
    "en",
    <Rail
      person={{ id: "owner", name: "", email: null }}
      {...{ isAdmin: true, theme: "system", onNavigate: nothing, onExpand: nothing, onOverlay: nothing }}
    />,
  );
  expect([...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)).toEqual([
    ...["Expand the sidebar", "New conversation", "Search", "Account"],
  ]);
  expect(html).toContain("This machine");
});
