import { expect, it } from "vitest";
import { Rail } from "@/components/shell/rail";
import { renderInLocale } from "@/tests/support/render-in-locale";

it.each([
  [
    true,
    ["Expand the sidebar", "New conversation", "Go to anything", "Library", "Memory", "Admin", "Account"],
  ],
  [false, ["Expand the sidebar", "New conversation", "Go to anything", "Library", "Memory", "Account"]],
])("the rail names what its icons do (admin: %s)", async (isAdmin, labels) => {
  const html = await renderInLocale(
    "en",
    <Rail isAdmin={isAdmin} onExpand={() => undefined} onOverlay={() => undefined} />,
  );
  expect([...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)).toEqual(labels);
});
