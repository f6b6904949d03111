import { describe, expect, it } from "vitest";
import { ask, openWith, read, text, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";

const again = (messageId?: string) => ({
  id: "c1",
  trigger: "regenerate-message" as const,
  options: {},
  ...(messageId === undefined ? {} : { messageId }),
});

async function openAnswering() {
  let count = 0;
  const opened = await openWith(() => text(`Answer ${(count += 1)}`));
  const shown = async () => (await read(opened.services)).messages.map(textOf);
  return { ...opened, shown };
}

describe("an answer written anew", () => {
  it("keeps the question when the question itself is named", async () => {
    const { services, shown } = await openAnswering();
    await ask(services, "First", { message: "m1" });
    await ask(services, "Second", { message: "m2" });
    await (
      await services.runs.start("owner", again("m2"))
    ).reply;
    expect(await shown()).toEqual(["First", "Answer 1", "Second", "Answer 3"]);
    await (
      await services.runs.start("owner", again("m1"))
    ).reply;
    expect(await shown()).toEqual(["First", "Answer 4"]);
  });

  it("takes the place of an earlier reply and of everything after it", async () => {
    const { services, shown } = await openAnswering();
    const first = await ask(services, "First", { message: "m1" });
    await ask(services, "Second", { message: "m2" });
    await (
      await services.runs.start("owner", again(first.id))
    ).reply;
    expect(await shown()).toEqual(["First", "Answer 3"]);
  });

  it("is refused where there is no question", async () => {
    const { services } = await openAnswering();
    await expect(services.runs.start("owner", again())).rejects.toMatchObject({ code: "not_found" });
    await expect(read(services)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an edited question", () => {
  const edit = { ...toQuestion("Edited", { message: "m2" }), messageId: "m1" };

  it("that is posted again gets the reply that it had", async () => {
    const { services, provider, shown } = await openAnswering();
    await ask(services, "First", { message: "m1" });
    const first = await (await services.runs.start("owner", edit)).reply;
    const second = await (await services.runs.start("owner", edit)).reply;
    expect(second).toEqual(first);
    expect(provider.requests).toHaveLength(2);
    expect(await shown()).toEqual(["Edited", "Answer 2"]);
  });

  it("may keep its id", async () => {
    const { services, shown } = await openAnswering();
    await ask(services, "First", { message: "m1" });
    await (
      await services.runs.start("owner", { ...toQuestion("Same id", { message: "m1" }), messageId: "m1" })
    ).reply;
    expect(await shown()).toEqual(["Same id", "Answer 2"]);
  });

  it("gives a conversation that nobody named its new title", async () => {
    const { services } = await openAnswering();
    await ask(services, "First", { message: "m1" });
    await (
      await services.runs.start("owner", edit)
    ).reply;
    expect((await read(services)).title).toBe("Edited");
    await services.conversations.rename("owner", "c1", "Mine");
    await (
      await services.runs.start("owner", { ...toQuestion("Third", { message: "m3" }), messageId: "m2" })
    ).reply;
    expect((await read(services)).title).toBe("Mine");
  });

  it("is refused when the message to replace is gone, or is a reply", async () => {
    const { services, shown } = await openAnswering();
    const reply = await ask(services, "First", { message: "m1" });
    await expect(services.runs.start("owner", { ...edit, messageId: "gone" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(services.runs.start("owner", { ...edit, messageId: reply.id })).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect(await shown()).toEqual(["First", "Answer 1"]);
  });
});

describe("the id of a message", () => {
  it("cannot be that of a reply, which would be overwritten", async () => {
    const { services, shown } = await openAnswering();
    const reply = await ask(services, "First", { message: "m1" });
    await expect(
      services.runs.start("owner", toQuestion("Mine now", { message: reply.id })),
    ).rejects.toMatchObject({ code: "invalid_request" });
    expect(await shown()).toEqual(["First", "Answer 1"]);
  });
});
