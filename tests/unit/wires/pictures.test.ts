import { describe, expect, it } from "vitest";
import { textOf, toolParts } from "@/tests/support/scripted-services";
import { openProduct } from "@/tests/support/wire/product";
import type { Script } from "@/tests/support/wire/reply";
import { anthropic, compatible, gemini, openai } from "@/tests/support/wire/vendors";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const ourAddress = /^\/api\/files\/[A-Za-z0-9_-]+$/;

const draw: Script = ({ kind, turn }) => {
  if (kind === "image")
    return {
      parts: [{ type: "image", base64: png, mediaType: "image/png" }],
      usage: { input: 20, output: 1290 },
    };
  if (turn === 0)
    return {
      parts: [
        {
          type: "tool",
          name: "image_generate",
          input: { description: "A blue dot", style: "flat", aspectRatio: "1:1" },
        },
      ],
    };
  return { parts: [{ type: "text", chunks: ["Here it is."] }] };
};

describe.for([
  { vendor: gemini, image: "google:gemini-2.5-flash-image", costMicroUsd: 38_706 },
  { vendor: openai, image: "openai:gpt-image-1", costMicroUsd: 51_700 },
  { vendor: compatible, image: "acme:flux", costMicroUsd: null },
])("a picture made by $image", ({ vendor, image, costMicroUsd }) => {
  const env = { MODEL_IMAGE: image };

  it("is stored, and the message shows it at our own address", async ({ onTestFinished }) => {
    const { ask, services } = await openProduct(vendor, draw, onTestFinished, env);
    const { reply, events } = await ask("Draw a blue dot");
    expect(textOf(reply)).toBe("Here it is.");
    expect(toolParts(reply)).toMatchObject([
      {
        type: "tool-image_generate",
        output: {
          ok: true,
          data: { url: expect.stringMatching(ourAddress), mediaType: "image/png", model: image },
        },
      },
    ]);
    const url = /\/api\/files\/([A-Za-z0-9_-]+)/.exec(JSON.stringify(toolParts(reply)))?.[1] ?? "";
    const file = await services.files.get("owner", url);
    expect(Buffer.from(file.bytes).toString("base64")).toBe(png);
    expect(JSON.stringify([reply, events])).not.toContain(png);
  });

  it("is asked for in the words of the description, and its cost stands under the tool", async ({
    onTestFinished,
  }) => {
    const { ask, provider, services } = await openProduct(vendor, draw, onTestFinished, env);
    const { reply } = await ask("Draw a blue dot");
    const asked = provider.requests.filter(({ kind }) => kind === "image");
    expect(asked.map(({ model }) => model)).toEqual([image.slice(image.indexOf(":") + 1)]);
    expect(JSON.stringify(asked[0]?.body)).toContain("A blue dot\\n\\nStyle: flat");
    const record = await services.runs.getRecord("owner", reply.metadata?.runId ?? "");
    expect(record.costByTool).toEqual(costMicroUsd === null ? {} : { image_generate: costMicroUsd });
  });
});

describe("the shape of a picture", () => {
  it.for(["16:9", "3:4", "1:1"] as const)(
    "reaches Google as the ratio and the others as the nearest size: %s",
    async (aspectRatio, { onTestFinished }) => {
      const script: Script = (request) =>
        request.kind === "language" && request.turn === 0
          ? {
              parts: [
                { type: "tool", name: "image_generate", input: { description: "A blue dot", aspectRatio } },
              ],
            }
          : draw(request);
      const asGoogle = await openProduct(gemini, script, onTestFinished, {
        MODEL_IMAGE: "google:gemini-2.5-flash-image",
      });
      const asOpenAI = await openProduct(openai, script, onTestFinished, {
        MODEL_IMAGE: "openai:gpt-image-1",
      });
      await asGoogle.ask("Draw");
      await asOpenAI.ask("Draw");
      const sizes = { "16:9": "1536x1024", "3:4": "1024x1536", "1:1": "1024x1024" };
      const asked = [asGoogle, asOpenAI].map(
        ({ provider }) => provider.requests.find(({ kind }) => kind === "image")?.body,
      );
      expect(asked).toMatchObject([
        { generationConfig: { imageConfig: { aspectRatio } } },
        { size: sizes[aspectRatio] },
      ]);
    },
  );
});

describe("a picture", () => {
  it("that the answering model draws itself is stored, too, and never travels as data", async ({
    onTestFinished,
  }) => {
    const script: Script = () => ({
      parts: [
        { type: "text", chunks: ["Look:"] },
        { type: "image", base64: png, mediaType: "image/png" },
      ],
    });
    const { ask } = await openProduct(gemini, script, onTestFinished, {
      MODEL_MAIN: "google:gemini-2.5-flash-image",
    });
    const { reply, events } = await ask("Draw a blue dot");
    expect(reply.parts).toContainEqual(
      expect.objectContaining({
        type: "file",
        mediaType: "image/png",
        url: expect.stringMatching(ourAddress),
      }),
    );
    expect(JSON.stringify([reply, events])).not.toContain(png);
  });

  it("is plainly said not to be possible where no model of the vendor makes one", async ({
    onTestFinished,
  }) => {
    const { ask, views, calls } = await openProduct(anthropic, draw, onTestFinished);
    const { reply } = await ask("Draw a blue dot");
    expect(reply.metadata?.outcome).toBe("completed");
    expect(toolParts(reply)).toMatchObject([{ output: { ok: false } }]);
    expect(views()[1]?.results).toHaveLength(1);
    expect(JSON.stringify(calls()[1]?.body)).toContain("MODEL_IMAGE");
  });

  it("that the image model refuses to make is a failure that the answering model reads and survives", async ({
    onTestFinished,
  }) => {
    const script: Script = (request) =>
      request.kind === "image"
        ? { status: 400, message: "Your request was rejected by the safety system." }
        : draw(request);
    const { ask, views } = await openProduct(openai, script, onTestFinished, {
      MODEL_IMAGE: "openai:gpt-image-1",
    });
    const { reply } = await ask("Draw a blue dot");
    expect(reply.metadata?.outcome).toBe("completed");
    expect(toolParts(reply)).toMatchObject([{ output: { ok: false } }]);
    expect(views()[1]?.results).toHaveLength(1);
  });
});
