import { describe, expect, it } from "vitest";
import { ProviderRow } from "@/components/admin/pages/models-page";
import { locales } from "@/i18n/locales";
import type { ProviderState } from "@/lib/protocol/settings";
import { renderInLocale } from "@/tests/support/render-in-locale";

describe.each(locales)("a provider on the admin page in %s", (locale) => {
  const render = (provider: ProviderState) =>
    renderInLocale(locale, <ProviderRow provider={provider} onKeyChanged={() => Promise.resolve()} />);

  it("has a field for a key where a key is enough", async () => {
    expect(await render({ id: "anthropic", name: "Anthropic", key: "none", models: [] })).toContain(
      'type="password"',
    );
  });

  it("says which variable to set where a key alone does nothing", async () => {
    const html = await render({
      id: "local",
      name: "The local server",
      key: "none",
      needs: "LOCAL_BASE_URL",
      models: [],
    });
    expect(html).toContain("LOCAL_BASE_URL");
    expect(html).not.toContain("<input");
  });
});
