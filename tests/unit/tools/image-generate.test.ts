import {
  createImageGenerate,
  type GenerateImage,
} from "@/lib/features/images/tools/image-generate/image-generate";
import { runOneTool } from "@/tests/support/run-one-tool";
import { openToolContext } from "@/tests/support/tool-context";
import { describe, expect, it } from "vitest";

const generate: GenerateImage = async () => ({
  bytes: new Uint8Array([1, 2]),
  mediaType: "image/png",
  model: "google:painter",
  costMicroUsd: 39_000,
});

describe("image_generate", () => {
  it("says plainly that there is no image model and where to add one", async () => {
    const tool = createImageGenerate(
      () => null,
      async () => "",
    );
    const output = await runOneTool(tool, { description: "A red boat" }, await openToolContext());
    expect(output).toMatchObject({
      ok: false,
      kind: "unavailable",
      message: "No image model is configured.",
      hint: expect.stringContaining("MODEL_IMAGE"),
    });
  });

  it("stores the picture under the person and conversation and tells its address and cost", async () => {
    const saved: unknown[] = [];
    const tool = createImageGenerate(
      () => generate,
      async (image) => {
        saved.push(image);
        return "/api/files/f1";
      },
    );
    const output = await runOneTool(tool, { description: "A red boat\non a lake" }, await openToolContext());
    expect(output).toMatchObject({
      ok: true,
      data: { url: "/api/files/f1", mediaType: "image/png", model: "google:painter" },
      meta: { costMicroUsd: 39_000 },
    });
    expect(saved).toEqual([
      {
        userId: "u1",
        conversationId: "c1",
        bytes: new Uint8Array([1, 2]),
        mediaType: "image/png",
        name: "A red boat on a lake",
      },
    ]);
  });

  it("stores nothing when it was stopped meanwhile", async () => {
    const controller = new AbortController();
    const saved: unknown[] = [];
    const stopping: GenerateImage = async (input, options) => {
      controller.abort();
      return generate(input, options);
    };
    const tool = createImageGenerate(
      () => stopping,
      async (image) => {
        saved.push(image);
        return "";
      },
    );
    const output = await runOneTool(
      tool,
      { description: "A red boat" },
      await openToolContext({ signal: controller.signal }),
    );
    expect([output.ok, saved]).toEqual([false, []]);
  });
});
