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

  it("has a field for the address of a server, until there is one", async () => {
    const local = { id: "local", name: "Local server", models: ["local:qwen3"] };
    const address = "http://127.0.0.1:11434/v1";
    expect(await render({ ...local, key: "none" })).toContain('inputMode="url"');
    const connected = await render({ ...local, key: "panel", address });
    expect(connected).toContain(address);
    expect(connected).not.toContain('inputMode="url"');
    expect(await render({ ...local, key: "environment" })).not.toContain('inputMode="url"');
  });
});
