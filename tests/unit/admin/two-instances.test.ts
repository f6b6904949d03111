import { describe, expect, it } from "vitest";
import { createProjectId, findSharedEmulator } from "@/tests/support/find-emulator";
import { closeAfter } from "@/tests/support/scripted-services";
import { openTestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";

const emulator = await findSharedEmulator();
const { signal } = new AbortController();
const ada = { id: "a", name: "Ada", email: "ada@example.org", role: "admin" as const };

/** Two instances of the product over one Firestore, whose clock the test holds. */
async function openPair() {
  const provider = await startProviderServer(() => ({ parts: [] }));
  closeAfter(provider);
  const clock = { at: Date.UTC(2026, 10, 20) };
  const env = {
    FIREBASE_PROJECT_ID: createProjectId(),
    FIRESTORE_EMULATOR_HOST: emulator ?? "",
    AUTH_SECRET: "s".repeat(32),
    OPENAI_BASE_URL: `${provider.url}/v1`,
  };
  const open = () => openTestServices(env, undefined, { now: () => clock.at });
  const [first, second] = [await open(), await open()];
  for (const services of [first, second]) closeAfter({ close: () => services.dispose() });
  return { clock, first, second };
}

describe.skipIf(emulator === null)("settings and keys on two instances over one Firestore", () => {
  it("are live on the other one within five seconds, with who saved them", async () => {
    const { clock, first, second } = await openPair();
    await second.readSettings();
    await first.saveSettings({ maxIterations: 9 }, 0, ada);
    clock.at += 4_999;
    expect(await second.readSettings()).toMatchObject({
      version: 1,
      updatedBy: "Ada <ada@example.org>",
      settings: { maxIterations: 9 },
    });
  });

  it("let one of two admins save, and show the other one both", async () => {
    const { first, second } = await openPair();
    const { version } = await second.readSettings();
    await first.saveSettings({ maxIterations: 9 }, version, ada);
    const late = second.saveSettings({ maxIterations: 3 }, version, { ...ada, name: "Bob" });
    await expect(late).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Ada <ada@example.org> saved version 1"),
    });
    const theirs = await second.listSettingsVersions({ limit: 1 });
    expect(theirs.versions).toMatchObject([{ version: 1, settings: { maxIterations: 9 } }]);
  });

  it("serve the other one's models from a key within five seconds, and from none when it is removed", async () => {
    const { clock, first, second } = await openPair();
    await second.readSettings();
    await first.putProviderKey({ by: "owner", id: "openai", key: "sk-very-secret" }, signal);
    clock.at += 4_999;
    const withKey = await second.readSettings();
    expect(withKey.effectiveTiers.main).toEqual([expect.stringMatching(/^openai:/)]);
    expect(withKey.providers.find(({ id }) => id === "openai")?.key).toBe("panel");
    await first.putProviderKey({ by: "owner", id: "openai", key: null }, signal);
    clock.at += 4_999;
    expect((await second.readSettings()).effectiveTiers.main).toEqual(["offline:guide"]);
  });
});
