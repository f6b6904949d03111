import { describe, expect, it } from "vitest";
import type { ChatOptions } from "@/lib/protocol/chat-request";
import { step, type PlannedScript } from "@/tests/support/planned-script";
import { call, text, textOf } from "@/tests/support/scripted-services";
import { toQuestion, type TestServices } from "@/tests/support/test-services";
import { isPlanAsked } from "@/tests/support/wire/read-form";
import type { ProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest } from "@/tests/support/wire/reply";
import { askPlanned, openPlanned, planOf, statuses } from "./open-planned";

const words = ({ body }: ProviderRequest) => JSON.stringify(body);
const planner = ({ requests }: ProviderServer) => words(requests.find(isPlanAsked) as ProviderRequest);
const stepOf = ({ requests }: ProviderServer, title: string) =>
  requests.filter((request) => !isPlanAsked(request) && words(request).includes(`Do: ${title}"`)).map(words);

const fact = "The revenue of Orion Ltd in 2025 was 7341 euros.";
const filler = (n: number) => `Paragraph ${n} tells of the staff, the buildings and the parking rules.`;
const report = Array.from({ length: 51 }, (_, n) => (n === 25 ? fact : filler(n))).join("\n\n");

const look: PlannedScript["steps"] = {
  revenue: [
    (request) =>
      words(request).includes("7341") || request.turn > 0
        ? text(words(request).includes("7341") ? "It was 7341 euros." : "Not found.")
        : call("retrieve", { query: "revenue Orion Ltd 2025" }),
  ],
};
const open = () => openPlanned({ plans: [[step("revenue"), step("greeting")]], steps: look });

async function add({ library }: TestServices, collection: string | null) {
  const made =
    collection === null
      ? null
      : await library.createCollection("owner", { name: collection, description: "" });
  const bytes = new TextEncoder().encode(report);
  const file = { name: "orion-report.txt", mediaType: "text/plain", bytes, collectionId: made?.id ?? null };
  const { document, reading } = await library.add("owner", file);
  await reading;
  return { collection: made?.id ?? "", document: document.id };
}

type Way = (services: TestServices) => Promise<{ message?: object; options?: ChatOptions }>;
const ways: [string, string, Way][] = [
  [
    "a file of the question",
    "orion-report.txt",
    async (services) => {
      const url = `/api/files/${(await add(services, null)).document}`;
      const file = { type: "file" as const, mediaType: "text/plain", url, filename: "orion-report.txt" };
      return { message: { parts: [...toQuestion("What was it?").message.parts, file] } };
    },
  ],
  [
    "a collection of the folder",
    "Orion papers",
    async (services) => {
      const { collection } = await add(services, "Orion papers");
      await services.folders.create("owner", "f1", {
        name: "Orion",
        instructions: "",
        collections: [collection],
      });
      return { options: { folder: "f1" } };
    },
  ],
  [
    "a collection that is mentioned",
    "Reports",
    async (services) => {
      const { collection } = await add(services, "Reports");
      return { message: { metadata: { mentions: [{ kind: "collection", id: collection }] } } };
    },
  ],
  [
    "a collection that is chosen",
    "Chosen ones",
    async (services) => ({ options: { collections: [(await add(services, "Chosen ones")).collection] } }),
  ],
];

describe("a step of a plan", () => {
  it.each(ways)("has %s, which the planner is told of", async (_what, name, give) => {
    const { services, provider } = await open();
    const { message = {}, options = {} } = await give(services);
    const question = toQuestion("What was it?");
    const started = await services.runs.start("owner", {
      ...question,
      message: { ...question.message, ...message },
      options: { mode: "thinking", ...options },
    });
    const reply = await started.reply;
    expect(statuses(reply)).toEqual({ revenue: "completed", greeting: "completed" });
    expect(planOf(reply)?.steps[0]?.summary).toContain("7341");
    expect(planner(provider)).toContain(name);
  });

  it("has the wishes of person and folder, as has the planner", async () => {
    const { services, provider } = await openPlanned({ plans: [[step("one"), step("two")]] });
    await services.preferences.change("owner", { instructions: "Answer like a sailor." });
    await services.folders.create("owner", "f1", {
      name: "B",
      instructions: "Metres, please.",
      collections: [],
    });
    await askPlanned(services, { mode: "thinking", folder: "f1" });
    const all = [planner(provider), ...stepOf(provider, "one"), ...stepOf(provider, "two")];
    expect(all).toHaveLength(3);
    for (const request of all) {
      expect(request).toContain("Answer like a sailor.");
      expect(request).toContain("Metres, please.");
    }
  });

  it.each(["only in the first week of June", "只要六月第一周"])(
    "that begins after the person said “%s” has it, as has the planner",
    async (said) => {
      const later = Promise.withResolvers<null>();
      const { services, provider } = await openPlanned({
        plans: [[step("hotels"), step("ferries", [1]), step("sum", [2])], []],
        steps: {
          hotels: [
            async () => {
              await later.promise;
              return "Two hotels.";
            },
          ],
        },
      });
      const { reply } = await services.runs.start("owner", {
        ...toQuestion("Plan it."),
        options: { mode: "thinking" },
      });
      await expect.poll(() => stepOf(provider, "hotels").length, { timeout: 20_000 }).toBe(1);
      await services.runs.steer("owner", "c1", { id: "w1", text: said });
      later.resolve(null);
      expect(statuses(await reply)).toEqual({ hotels: "completed", ferries: "completed", sum: "completed" });
      expect(stepOf(provider, "ferries")[0]).toContain(said);
      expect(stepOf(provider, "sum")[0]).toContain(said);
      expect(words(provider.requests.at(-1) as ProviderRequest)).toContain(said);
      expect(provider.requests.filter(isPlanAsked).map(words).at(-1)).toContain(said);
    },
  );

  it("runs code unasked where nothing strange is in the conversation", async () => {
    const code = "[1,2,3].map((x) => x * x * 7).reduce((a, b) => a + b)";
    const { services } = await openPlanned({
      plans: [[step("compute", [], { helper: "analyst" }), step("greet", [1])]],
      steps: {
        compute: [(request) => (request.turn === 0 ? call("run_code", { code }) : text("It is 98."))],
      },
    });
    const { version } = await services.settings.get();
    await services.settings.update({ codeEnabled: true }, version, "test");
    const reply = await askPlanned(services);
    expect(reply.metadata?.outcome).toBe("completed");
    const place = planOf(reply)?.steps[0]?.conversationId ?? "";
    const { messages } = await services.runs.readConversation("owner", place, { limit: 4 });
    expect(JSON.stringify(messages)).toContain('"value":"98"');
    expect(textOf(reply)).toBe("All told.");
  });

  it("asks before it runs code where a document of somebody else is in the conversation", async () => {
    const { services } = await openPlanned({
      plans: [[step("compute", [], { helper: "analyst" }), step("greet", [1])]],
      steps: {
        compute: [(request) => (request.turn === 0 ? call("run_code", { code: "1 + 1" }) : text("2."))],
      },
    });
    const { version } = await services.settings.get();
    await services.settings.update({ codeEnabled: true }, version, "test");
    const url = `/api/files/${(await add(services, null)).document}`;
    const question = toQuestion("Compute it.");
    const file = { type: "file" as const, mediaType: "text/plain", url, filename: "orion-report.txt" };
    const message = { ...question.message, parts: [...question.message.parts, file] };
    await services.runs.start("owner", { ...question, message, options: { mode: "thinking" } });
    const find = async () => {
      const { activeRunId } = await services.runs.readConversation("owner", "c1", { limit: 1 });
      const plan = await services.runs.getPlan("owner", activeRunId ?? "").catch(() => null);
      return plan?.steps[0]?.isAsking;
    };
    await expect.poll(find, { timeout: 20_000 }).toBe(true);
    await services.runs.stop("owner", "c1");
  });

  it("that a helper asks for help has tools of its own, not those of who asks", async () => {
    const ask = call("ask_helper", { helper: "fact-checker", question: "Do: helpq" });
    const { services, provider } = await openPlanned({
      plans: [[step("write", [], { helper: "writer" }), step("greet")]],
      steps: { write: [(request) => (request.turn === 0 ? ask : text("Two sentences."))] },
    });
    await askPlanned(services);
    const tools = JSON.stringify(
      provider.requests.find((request) => words(request).includes('"Do: helpq"'))?.body["tools"],
    );
    for (const tool of ["web_search", "web_fetch", "calculate"]) expect(tools).toContain(`"${tool}"`);
  });

  it("of a committee is done by seats that go different ways", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("judge", [], { committee: true }), step("greet")]],
    });
    await askPlanned(services);
    const seats = provider.requests.filter(
      (request) => !isPlanAsked(request) && words(request).includes("Do: judge\\n"),
    );
    expect(new Set(seats.map(words)).size).toBe(3);
  });

  it("is not given up before the person has answered for the one that it needs, and is done when that is left out", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("first", [], { critical: true }), step("sum", [1]), step("cedar")]],
      steps: {
        first: [{ status: 400, message: "the register is closed" }],
        cedar: [
          async () => {
            await expect.poll(() => stepOf(provider, "first").length).toBeGreaterThan(0);
            return "Cedar: 812 logs.";
          },
        ],
      },
    });
    const { version } = await services.settings.get();
    await services.settings.update({ checkpoints: ["error"] }, version, "test");
    const asked = await askPlanned(services);
    expect(statuses(asked)).toEqual({ first: "failed", sum: "blocked", cedar: "completed" });
    expect(planOf(asked)?.notes).toEqual([]);
    const question = asked.parts.find((part) => part.type === "data-question");
    const id = question?.type === "data-question" ? question.data.id : "";
    const choice = question?.type === "data-question" ? (question.data.choices?.[1] ?? "") : "";
    const taken = await services.runs.answerQuestion({ userId: "owner", conversationId: "c1", id }, choice);
    expect(statuses((await taken?.reply) ?? expect.fail("It does not go on."))).toMatchObject({
      sum: "partial",
    });
  });

  it("runs without an input that nothing can be planned for, is told so, and ends in part", async () => {
    const { services, provider } = await openPlanned({
      plans: [[step("census", [], { critical: true }), step("maps"), step("sum", [1, 2])], []],
      steps: { census: [{ status: 400, message: "the register is closed" }] },
    });
    const reply = await askPlanned(services);
    const tasks = planOf(reply)?.steps.filter(({ title }) => title === "sum") ?? [];
    expect(tasks).toMatchObject([{ status: "partial", problem: expect.stringContaining("census") }]);
    const [asked] = stepOf(provider, "sum");
    expect(asked).toContain("census (failed)");
    expect(asked).toContain("Result of maps.");
    expect(words(provider.requests.at(-1) as ProviderRequest)).toContain("sum (done in part)");
  });

  it("runs without an input that the person leaves out, is told so, and ends in part", async () => {
    const { services, provider } = await openPlanned({
      plans: [
        [step("one"), step("two", [1], { instruction: "Do: two\nwith {1.result}" }), step("three", [2])],
      ],
    });
    const { version } = await services.settings.get();
    await services.settings.update({ checkpoints: ["step"], stepApprovalCents: 0 }, version, "test");
    await askPlanned(services);
    const answer = async (id: string, index: number) => {
      const taken = await services.runs.answerQuestion(
        { userId: "owner", conversationId: "c1", id },
        ["Do it", "Skip it"][index] ?? "",
      );
      return (await taken?.reply) ?? expect.fail("It does not go on.");
    };
    await answer("step-s1", 1);
    await answer("step-s2", 0);
    expect(statuses(await answer("step-s3", 0))).toEqual({
      ...{ one: "skipped", two: "partial", three: "completed" },
    });
    const two = provider.requests.map(words).find((request) => request.includes("with (missing: one)"));
    expect(two).toContain("one (left out)");
    expect(stepOf(provider, "three")[0]).toContain("two (done only in part)");
  });
});
