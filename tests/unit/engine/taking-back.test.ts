import { describe, expect, it } from "vitest";
import { call, openWith, read, text, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { copyFolder, goOn, openProcess, openProvider, stalled } from "./cut-runs";

type Product = Awaited<ReturnType<typeof openWith>>;
const steer = ({ services }: Pick<Product, "services">, words = "In miles", id = "s1") =>
  services.runs.steer("owner", "c1", { id, text: words });
const takeBack = ({ services }: Pick<Product, "services">, id = "s1") =>
  services.runs.takeBack("owner", "c1", id);
const isHeard = ({ body }: ProviderRequest, words: string) =>
  JSON.stringify(body["messages"]).includes(words);

/** Asks, does something while the model makes its first answer, and gives what came of it. */
async function askWhile(
  act: (product: Product) => Promise<unknown>,
  { question = "How far?", first = text("Ten km.") as Reply } = {},
) {
  const asked: ProviderRequest[] = [];
  const acted = Promise.withResolvers<void>();
  const product = await openWith(async (request) => {
    asked.push(request);
    if (asked.length > 1) return text("Six miles.");
    await acted.promise;
    return first;
  });
  const started = await product.services.runs.start("owner", toQuestion(question));
  await expect.poll(() => asked.length).toBe(1);
  await act(product);
  acted.resolve();
  return { product, asked, reply: await started.reply };
}

describe("words that were handed to a running reply", () => {
  it("can be taken back until a step reads them, and no step is made for them", async () => {
    const { asked, reply } = await askWhile(async (product) => {
      await steer(product);
      await takeBack(product);
      await takeBack(product);
    });
    expect([textOf(reply), asked.length, reply.metadata?.outcome]).toEqual(["Ten km.", 1, "completed"]);
    expect(reply.parts.some(({ type }) => type === "steering-message")).toBe(false);
  });

  it("are not in the step that comes anyway, nor shown as read where earlier words are the same", async () => {
    const { asked, reply } = await askWhile(
      async (product) => {
        await steer(product, "How far?");
        await takeBack(product);
      },
      { first: call("calculate", { expression: "1+1" }) },
    );
    expect([textOf(reply), asked.length]).toEqual(["Six miles.", 2]);
    expect(JSON.stringify(asked[1]?.body["messages"]).split("How far?")).toHaveLength(2);
    expect(reply.parts.some(({ type }) => type === "steering-message")).toBe(false);
  });

  it("leave others of the person to be read", async () => {
    const { asked, reply } = await askWhile(async (product) => {
      await steer(product);
      await steer(product, "In leagues", "s2");
      await takeBack(product);
    });
    expect(asked).toHaveLength(2);
    expect(asked.map((request) => isHeard(request, "In miles"))).toEqual([false, false]);
    expect(reply.parts.flatMap((part) => (part.type === "steering-message" ? [part.id] : []))).toEqual([
      "s2",
    ]);
  });

  it("are not taken back once they were read, nor when the reply has ended", async () => {
    const read1 = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let turn = 0;
    const product = await openWith(async (request) => {
      turn += 1;
      if (turn === 1) {
        await steer(product);
        return call("calculate", { expression: "1+1" });
      }
      expect(isHeard(request, "In miles")).toBe(true);
      read1.resolve();
      await held.promise;
      return text("Six miles.");
    });
    const started = await product.services.runs.start("owner", toQuestion("How far?"));
    await read1.promise;
    await expect(takeBack(product)).rejects.toMatchObject({ code: "already_decided", status: 409 });
    held.resolve();
    await started.reply;
    await expect(takeBack(product)).rejects.toMatchObject({ code: "not_running", status: 409 });
    expect(JSON.stringify(await read(product.services))).toContain("In miles");
  });

  it("stay away from a worker that takes the reply over, and arrive late without being read", async () => {
    let isBack = false;
    const provider = await openProvider(() => (isBack ? text("Ten km.") : stalled));
    const { services, store } = await openProcess(provider);
    await services.runs.start("owner", toQuestion("How far?"));
    await expect.poll(() => provider.requests.length).toBe(1);
    await steer({ services });
    await takeBack({ services });
    await takeBack({ services }, "never-sent");
    const [lease] = (await store.list({ collection: "running", limit: 1 })).documents;
    expect(JSON.stringify(lease?.data)).not.toContain("In miles");
    isBack = true;
    const next = await openProcess(provider, { folder: await copyFolder(services) });
    const reply = await goOn(next.services);
    expect(reply.metadata?.outcome).toBe("completed");
    expect(reply.parts.some(({ type }) => type === "steering-message")).toBe(false);
    expect(provider.requests.some((request) => isHeard(request, "In miles"))).toBe(false);
  });
});
