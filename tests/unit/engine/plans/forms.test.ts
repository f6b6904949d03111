import { describe, expect, it } from "vitest";
import { askPurposes } from "@/lib/protocol/ask";
import type { Locale } from "@/i18n/locales";
import { toWords } from "@/tests/support/to-words";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { findStep, step } from "@/tests/support/planned-script";
import { closeAfter, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startProviderServer, type ServerOptions } from "@/tests/support/wire/provider-server";
import { isAskedFor, isPlanAsked, readForm } from "@/tests/support/wire/read-form";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { planOf, statuses } from "./open-planned";

const conference =
  "Compare Lisbon, Porto and Faro for a conference of 40 people in May: hotels, flights and weather for each, and write a report.";
const say = (text: string): Reply => ({
  parts: [{ type: "text", chunks: [text] }],
  usage: { input: 200, output: Math.ceil(text.length / 4) },
});

/** Each question is known by its schema; steps by the mark in their instruction. */
function answer(request: ProviderRequest): Reply {
  const give = (value: object) => say(JSON.stringify(value));
  if (isPlanAsked(request))
    return give({ goal: "Choose", report: true, steps: [step("Hotels"), step("Flights"), step("Weather")] });
  if (isAskedFor(request, "plan")) return give({ plan: true, reason: "three cities" });
  if (isAskedFor(request, "answered", "supported"))
    return give({ answered: true, supported: true, missing: [], refused: false, confidence: 0.97 });
  if (isAskedFor(request, "conflicts")) return give({ conflicts: [] });
  if (isAskedFor(request, "questions")) return give({ questions: ["And in June?"] });
  if (!request.isStream) return say("{}");
  const titles = ["Hotels", "Flights", "Weather"].filter((title) =>
    JSON.stringify(request.body).includes(`Do: ${title}`),
  );
  const [only, ...others] = titles;
  if (only !== undefined && others.length === 0 && findStep(JSON.stringify(request.body)) !== null)
    return say(`${only} cost 40 euros.`);
  const isWritten = ["Hotels", "Flights", "Weather"].every((title) =>
    JSON.stringify(request.body).includes(`${title} cost 40 euros.`),
  );
  return say(isWritten ? "Faro is the cheapest, at 40 euros." : "I do not know.");
}

async function open(
  script: (request: ProviderRequest) => Reply,
  options: ServerOptions = {},
  name = "local",
) {
  const provider = await startProviderServer(script, options);
  closeAfter(provider);
  const where =
    name === "local"
      ? { LOCAL_BASE_URL: `${provider.url}/v1` }
      : { COMPATIBLE_PROVIDERS: `${name}=${provider.url}/v1` };
  const services = await openTestServices({
    ...where,
    ...{ MODEL_MAIN: `${name}:wire`, MODEL_LITE: `${name}:wire` },
  });
  closeAfter({ close: () => services.dispose() });
  const ask = async (
    words: string,
    plan: "auto" | "always",
    { message = "m1", language = "en", conversation = "c1" } = {},
  ): Promise<ChatMessage> => {
    const options = { mode: "thinking" as const, language, ...(plan === "always" && { plan }) };
    const started = await services.runs.start("owner", {
      ...toQuestion(words, { message, conversation }),
      options,
    });
    return started.reply;
  };
  return { provider, services, ask };
}

const noticesOf = ({ parts }: ChatMessage, locale?: Locale) =>
  parts.flatMap((part) =>
    part.type === "data-notice" && part.data.kind === "form" ? [toWords(part.data, locale)] : [],
  );

const onlyText = {
  forms: {
    refused: {
      json_schema: { status: 400, message: "'response_format.type' must be one of 'text', 'json_object'" },
    },
  },
};

describe("a question for three cities", () => {
  it.each([
    ["planned, of a local server", "always", {}, "local"],
    ["in the mode that thinks, of a local server", "auto", {}, "local"],
    ["planned, of a server that takes no schema", "always", onlyText, "local"],
    ["in the mode that thinks, of a named service", "auto", {}, "groq"],
    [
      "planned, of a server that takes forms and does not heed them",
      "always",
      { forms: { ignored: ["json_schema", "tool"] } },
      "local",
    ],
  ] as const)("is planned and answered from its steps: %s", async (_title, plan, options, name) => {
    const { provider, ask } = await open(answer, options, name);
    const reply = await ask(conference, plan);
    expect(statuses(reply)).toEqual({ Hotels: "completed", Flights: "completed", Weather: "completed" });
    expect(textOf(reply)).toContain("Faro is the cheapest, at 40 euros.");
    expect(noticesOf(reply)).toEqual([]);
    const small = provider.requests.filter((request) => !request.isStream && request.kind === "language");
    const structured = small.filter((request) => JSON.stringify(request.body).includes("JSON"));
    expect(structured.length).toBeGreaterThan(2);
    expect(structured.filter((request) => readForm(request).schema === null)).toEqual([]);
  });
});

describe("a model that answers in no form", () => {
  const prose = (request: ProviderRequest) =>
    say(request.isStream ? "Faro." : "I am not sure what you mean.");

  it("is named once a conversation with what does not happen, in the reader's language", async () => {
    const { ask } = await open(prose);
    const first = await ask(conference, "always");
    expect([planOf(first), textOf(first)]).toEqual([null, "Faro."]);
    expect(noticesOf(first)).toEqual([
      "This was answered without a plan: local:wire didn’t answer in the required format.",
    ]);
    expect(noticesOf(await ask("And in June?", "always", { message: "m2" }))).toEqual([]);
    const other = await ask(conference, "always", { message: "m3", conversation: "c2" });
    expect(noticesOf(other, "zh")).toEqual([
      "这次没有制定计划，直接回答了：local:wire 没有按要求的格式返回结果。",
    ]);
  });

  it("is counted in the overview, by what was asked", async () => {
    const { ask, services } = await open(prose);
    await ask(conference, "auto");
    const counted = async () => (await services.overview({ days: 1 })).days[0]?.unanswered ?? {};
    await expect.poll(counted).toMatchObject({ plan_need: 1, sub_questions: 1, evaluate_answer: 1 });
    expect(askPurposes).toEqual(expect.arrayContaining(Object.keys(await counted())));
  });
});
