import { describe, expect, it } from "vitest";
import { noEmulator, startFirestoreEmulator } from "@/tests/support/firestore-emulator";
import { createProjectId, findSharedEmulator } from "@/tests/support/find-emulator";
import { closeAfter, text, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";

const isThere = (await findSharedEmulator()) !== null;

/** The product over an emulator of its own, and a model that answers when it is told to. */
async function openWithOwnEmulator() {
  const emulator = await startFirestoreEmulator();
  if (emulator === null) throw new Error(noEmulator);
  closeAfter(emulator);
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>();
  const provider = await startProviderServer(async () => {
    noteAsked();
    await gate;
    return text("Here it is.");
  });
  closeAfter(provider);
  const services = await openTestServices({
    ...{
      FIREBASE_PROJECT_ID: createProjectId(),
      FIRESTORE_EMULATOR_HOST: emulator.host,
      AUTH_SECRET: "s".repeat(32),
    },
    ...{ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
  });
  closeAfter({ close: () => services.dispose() });
  return { emulator, services, asked, letGo };
}

describe.skipIf(!isThere)("a storage that goes away", () => {
  it("in the middle of a reply leaves the person the answer, says that it is not saved, and serves again when it is back", async () => {
    const { emulator, services, asked, letGo } = await openWithOwnEmulator();
    const started = await services.runs.start("owner", toQuestion("Where is it?"));
    await asked;
    await emulator.kill();
    await expect(
      services.runs.start("owner", toQuestion("And this?", { conversation: "c2", message: "m2" })),
    ).rejects.toMatchObject({ code: "store_unavailable" });
    letGo();
    // It comes back empty, as if the conversation had been deleted.
    await emulator.restart();
    const reply = await started.reply;
    expect(textOf(reply)).toBe("Here it is.");
    expect(reply.metadata).toMatchObject({
      outcome: "interrupted",
      error: expect.stringContaining("could not be saved") as string,
    });
    const again = await services.runs.start("owner", toQuestion("Where is it?", { message: "m3" }));
    expect((await again.reply).metadata).toMatchObject({ outcome: "completed" });
  });
});
