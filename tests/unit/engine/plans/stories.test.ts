import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";
import { describe, expect, it } from "vitest";
import * as chat from "@/app/api/chat/route";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import {
  documented,
  forecast,
  startStoryPages,
  toStories,
  type Story,
  type StoryName,
} from "@/tests/support/plan-stories";
import { findStep } from "@/tests/support/planned-script";
import { startRouteServer, type Route } from "@/tests/support/route-server";
import { closeAfter, textOf } from "@/tests/support/scripted-services";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { openPlanned, planOf, statuses } from "./open-planned";

const wordsOf = ({ body }: ProviderRequest) => JSON.stringify(body["messages"]);
const wholeOf = ({ body }: ProviderRequest) => JSON.stringify(body);

/** Asks the product's own route over HTTP; the reply is as its stream tells it. */
async function follow(name: StoryName) {
  const pages = await startStoryPages();
  closeAfter(pages);
  const story = toStories(pages.url)[name];
  const allowed = { WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${pages.port}` };
  const { services, provider } = await openPlanned(story.script, allowed);
  Object.assign(globalThis, { [Symbol.for("sextant.services")]: Promise.resolve(services) });
  const server = await startRouteServer(() => ({ route: chat.POST as Route }));
  closeAfter(server);
  const client = new Chat<ChatMessage>({
    id: "c1",
    transport: new DefaultChatTransport({ api: `${server.url}/api/chat` }),
  });
  await client.sendMessage({ text: story.question }, { body: { options: { plan: "always" } } });
  const reply = client.messages.at(-1) ?? expect.fail("There is no reply.");
  expectTold(reply, story);
  const of = (title: string) => provider.requests.filter((request) => findStep(wordsOf(request)) === title);
  return { reply, provider, of, pages };
}

function expectTold(reply: ChatMessage, story: Story): void {
  expect(statuses(reply)).toEqual(story.statuses);
  expect(textOf(reply)).toContain(story.told);
  expect(reply.metadata).toMatchObject({ outcome: "completed" });
}

describe("a plan that is asked for over HTTP", () => {
  it("looks up the weather, then translates what was found", async () => {
    const { reply, provider } = await follow("translation");
    const translated = provider.requests.find((request) => wordsOf(request).includes("Translate into"));
    expect(wordsOf(translated ?? expect.fail("Nobody translates."))).toContain(`${forecast} [1]`);
    expect(reply.parts).toContainEqual(
      expect.objectContaining({ type: "source-url", title: "Weather in Lisbon" }),
    );
  });

  it("works out a trip along its graph: nothing begins before what it needs is there", async () => {
    const { reply, of, provider } = await follow("trip");
    expect(planOf(reply)?.isReport).toBe(true);
    const times = new Map(planOf(reply)?.steps.map(({ id, ...step }) => [id, step]));
    for (const { dependsOn, startedAt = 0 } of times.values())
      for (const id of dependsOn)
        expect(startedAt).toBeGreaterThanOrEqual(times.get(id)?.endedAt ?? Infinity);
    const [last] = of("Put the days together");
    for (const words of ["A room for 120 €", "Result of Find flights.", "Result of List the sights."])
      expect(wordsOf(last ?? expect.fail("The days are not put together."))).toContain(words);
    expect(wholeOf(provider.requests.at(-1) ?? expect.fail())).toContain("Write a report");
  });

  it("finds another way by itself when the tool of a step fails, and does not go the same way again", async () => {
    const { reply, pages } = await follow("hotel");
    expect(planOf(reply)).toMatchObject({ replans: 1, state: "ended" });
    expect(pages.requests.filter(({ path }) => path === "/hotel").length).toBeGreaterThan(0);
    const failed = planOf(reply)?.steps.find(({ status }) => status === "failed");
    expect(failed).toMatchObject({ attempts: 2, isReplaced: true });
    expect(failed?.problem).toContain("a free room");
    expect(reply.parts.filter(({ type }) => type === "data-question")).toEqual([]);
  });

  it("hands a text from the researcher to the writer to the editor, each in its role", async () => {
    const { of } = await follow("roles");
    const [research] = of("Research the ferry");
    const [write] = of("Write the piece");
    const [edit] = of("Edit the piece");
    expect(wholeOf(research ?? expect.fail())).toContain("You find out what is asked and nothing else.");
    expect(wholeOf(write ?? expect.fail())).toContain("You write for the reader who is named");
    expect(wordsOf(write ?? expect.fail())).toContain("It has sailed since 1911.");
    expect(wholeOf(edit ?? expect.fail())).toContain("You improve the text you are given");
    expect(wordsOf(edit ?? expect.fail())).toContain("ever since the year 1911");
  });

  it("settles what two coders disagree on by the source that says it", async () => {
    const { reply, provider } = await follow("coders");
    const conflicts = reply.parts.findLast((part) => part.type === "data-conflicts")?.data.conflicts ?? [];
    expect(conflicts).toMatchObject([{ settledBy: "sources", winner: 1 }]);
    expect(conflicts[0]?.sides[1]?.quote).toContain(documented.slice(0, -1));
    expect(wholeOf(provider.requests.at(-1) ?? expect.fail())).toContain("its source says so");
  });
});
