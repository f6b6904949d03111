import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/runs/[id]/playground/route";
import { POST as ESTIMATE } from "@/app/api/runs/[id]/playground/estimate/route";
import { mostTriedCharacters, mostTriedMessages } from "@/lib/features/traces/shape/playground";
import type { Problem } from "@/lib/protocol/problem";
import { ask, openWith, text } from "@/tests/support/scripted-services";
import { waitUntil } from "@/tests/support/wait-until";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";

const slot = Symbol.for("sextant.services");
const message = (words: string) => ({ role: "user", content: [{ type: "text", text: words }] });

/** A run of the lone owner, and the route that tries its call. */
async function openRun(script: (request: ProviderRequest) => Reply) {
  const { services, provider } = await openWith(script);
  Object.assign(globalThis, { [slot]: Promise.resolve(services) });
  const id = (await ask(services, "What is it?")).metadata?.runId ?? "";
  await services.settleBackground();
  const post = async (body: unknown, runId = id, route = POST): Promise<Response> => {
    const request = new Request("http://127.0.0.1:3000/x", {
      method: "POST",
      headers: { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" },
      body: JSON.stringify(body),
    });
    return route(request, { params: Promise.resolve({ id: runId }) });
  };
  return { services, provider, post };
}

const isTried = ({ body }: ProviderRequest) => JSON.stringify(body).includes("And now?");
const tried = { call: 1, messages: [message("And now?")] };
const readLines = async (response: Response) =>
  (await response.text())
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { type: string; problem?: Problem });

describe("the address that tries a recorded call", () => {
  it("answers in lines, of which the last says what it came to", async () => {
    const { post } = await openRun((request) =>
      isTried(request) ? text("Now ", "it is.") : text("It was."),
    );
    const response = await post(tried);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    const lines = await readLines(response);
    expect(lines.map(({ type }) => type)).toEqual(["delta", "end"]);
    expect(lines[0]).toMatchObject({ delta: "Now it is." });
    expect(lines.at(-1)).toMatchObject({ made: { tokens: { input: 20, output: 5 } } });
  });

  it("shows no key, though it comes in pieces", async () => {
    const said = "The key is sk-live0123456789abcdefghij and password: hunter2secret, keep it.";
    const { post } = await openRun((request) =>
      isTried(request) ? text(...(said.match(/.{1,4}/g) ?? [])) : text("It was."),
    );
    const answer = await (await post(tried)).text();
    expect(answer).not.toMatch(/0123456789|hunter2/);
    expect(answer).toContain("and password: …, keep it.");
  });

  it("says as the last line what the model refused, by its code", async () => {
    const { post } = await openRun((request) => (isTried(request) ? { status: 401 } : text("It was.")));
    const lines = await readLines(await post(tried));
    expect(lines.map(({ type, problem }) => [type, problem?.code])).toEqual([["error", "model_key"]]);
  });

  it("stops the call when nobody reads any longer, and lets the next one begin", async () => {
    const { post, provider } = await openRun((request) =>
      isTried(request)
        ? { parts: [{ type: "text", chunks: ["It never ends. ".repeat(30), "So it ", "is"] }], stallAfter: 2 }
        : text("It was."),
    );
    const reader = (await post(tried)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const before = provider.requests.length;
    await waitUntil(async () => {
      const next = await post({ ...tried, messages: [message("Another")] });
      await next.text();
      return next.status === 200;
    });
    expect(provider.requests.length).toBe(before + 1);
  });

  it("refuses what is too much, what no message may hold, and a run that is not there", async () => {
    const { post, provider } = await openRun(() => text("It was."));
    const before = provider.requests.length;
    const file = { type: "file", mediaType: "image/png", data: "http://127.0.0.1/secret" };
    const many = Array.from({ length: mostTriedMessages + 1 }, () => message("x"));
    const bodies = [
      { ...tried, messages: many },
      { ...tried, messages: [message("x".repeat(mostTriedCharacters))] },
      { ...tried, messages: [] },
      { ...tried, messages: [{ role: "user", content: [file] }] },
      { ...tried, temperature: 9 },
    ];
    for (const body of bodies)
      for (const route of [POST, ESTIMATE]) expect((await post(body, undefined, route)).status).toBe(400);
    expect((await post(tried, "none")).status).toBe(404);
    expect((await post({ ...tried, call: 9 })).status).toBe(404);
    expect(provider.requests.length).toBe(before);
  });
});
