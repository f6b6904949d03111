import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { openBlobs } from "@/lib/store/open";
import { ask, read, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import type { ProviderServer } from "@/tests/support/wire/provider-server";
import { createStoreSwitch } from "@/tests/unit/faults/switched-store";
import { openProcess, openProvider } from "./cut-runs";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const drawn = {
  parts: [
    { type: "text" as const, chunks: ["Look:"] },
    { type: "image" as const, base64: png, mediaType: "image/png" },
  ],
};
const drawing = ({ url }: ProviderServer) => ({
  GOOGLE_GENERATIVE_AI_API_KEY: "k",
  GOOGLE_BASE_URL: `${url}/v1beta`,
  MODEL_MAIN: "google:gemini-2.5-flash-image",
});

describe("a picture that the model makes", () => {
  it("while the storage is away is stored when that is back, and the reply is complete", async () => {
    const storage = createStoreSwitch();
    const provider = await openProvider(() => drawn);
    const { services } = await openProcess(provider, { env: drawing(provider), wrap: storage.wrap });
    const started = await services.runs.start("owner", toQuestion("Draw a dot"));
    storage.cut(({ paths }) => paths.some((path) => path.includes("/files/")));
    await expect.poll(() => storage.countFailures()).toBeGreaterThan(0);
    storage.restore();
    const reply = await started.reply;
    expect(reply.metadata?.outcome).toBe("completed");
    const picture = reply.parts.find((part) => part.type === "file") ?? expect.fail("There is no picture.");
    const file = await services.files.get("owner", picture.url.slice("/api/files/".length));
    expect(Buffer.from(file.bytes).toString("base64")).toBe(png);
  });

  it("and that cannot be stored is named in its place, and the rest of the reply stays", async () => {
    const refuse = async () => Promise.reject(new AppError("too_large", "No room."));
    const provider = await openProvider(() => drawn);
    const { services } = await openProcess(provider, {
      env: drawing(provider),
      outside: { openBlobs: async (config) => ({ ...(await openBlobs(config)), put: refuse }) },
    });
    const reply = await ask(services, "Draw a dot");
    expect(reply.metadata?.outcome).toBe("completed");
    expect(textOf(reply)).toBe("Look:A picture was made here, but it could not be saved.");
    expect((await read(services)).messages[1]).toEqual(reply);
    expect(provider.requests).toHaveLength(1);
  });
});
