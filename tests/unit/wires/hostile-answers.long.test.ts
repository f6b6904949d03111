import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { textOf, toolParts } from "@/tests/support/scripted-services";
import { makeTemporaryFolder } from "@/tests/support/temporary-folder";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startRawProvider, toEvents, type RawAnswer } from "@/tests/support/wire/raw-provider";
import { compatible, vendors, type Vendor } from "@/tests/support/wire/vendors";

const chunk = (delta: object, finish_reason: string | null = null) => ({
  ...{ id: "c1", object: "chat.completion.chunk", created: 1, model: "m" },
  choices: [{ index: 0, delta, finish_reason }],
});
const done = "data: [DONE]\n\n";
const well: RawAnswer = { pieces: [...toEvents([chunk({ content: "Here." }), chunk({}, "stop")]), done] };
const megabyte = "x".repeat(1024 * 1024);

type Asked = { reply: ChatMessage; again: () => Promise<ChatMessage>; stored: () => Promise<ChatMessage[]> };

/** Asks over servers at these addresses, once. */
async function ask(env: Record<string, string>): Promise<Asked & { services: Services }> {
  const services = await openTestServices({ MODEL_LITE: "offline:guide", ...env }, undefined, {
    wait: () => Promise.resolve(),
  });
  onTestFinished(() => services.dispose());
  const started = await services.runs.start("owner", toQuestion("Compute six times seven, please."));
  const reply = await started.reply;
  return {
    ...{ services, reply },
    stored: async () => (await services.runs.readConversation("owner", "c1", { limit: 10 })).messages,
    async again() {
      const trigger = "regenerate-message" as const;
      return (await services.runs.start("owner", { id: "c1", trigger, options: {} })).reply;
    },
  };
}
type Services = Awaited<ReturnType<typeof openTestServices>>;

const toEnv = (vendor: Vendor, url: string) => ({ ...vendor.env(url), MODEL_MAIN: vendor.ref });

/** The question is there, and a server that is well again answers it. */
async function expectKept({ again, stored }: Asked): Promise<void> {
  expect(textOf((await stored())[0] as ChatMessage)).toBe("Compute six times seven, please.");
  const reply = await again();
  expect(reply.metadata).toMatchObject({ outcome: "completed" });
  expect(textOf(reply)).toBe("Here.");
}

async function askOver(script: (number: number) => RawAnswer) {
  const provider = await startRawProvider(script);
  onTestFinished(() => provider.close());
  return { ...(await ask(toEnv(compatible, provider.url))), asked: provider.asked };
}

describe("a server that sends", () => {
  it("100 MB without an end of the line is given up, and said so", async () => {
    let sent = 0;
    function* endless() {
      yield 'data: {"choices":[{"delta":{"content":"';
      for (sent = 0; sent < 100; sent += 1) yield megabyte;
    }
    const told = await askOver((number) => (number === 0 ? { pieces: endless() } : well));
    expect(told.reply.metadata).toMatchObject({
      ...{ outcome: "failed", reason: "model_unavailable" },
      error: "The model's server sent over 32 MB in one piece.",
    });
    expect(told.asked).toHaveLength(1);
    expect(sent).toBeLessThan(64);
    await expectKept(told);
  });

  it("a refusal of 100 MB is read as far as it says something", async () => {
    let sent = 0;
    function* endless() {
      yield '{"error":{"message":"No such model."},"trace":"';
      for (sent = 0; sent < 100; sent += 1) yield megabyte;
    }
    const refusal = { status: 400, type: "application/json" };
    const told = await askOver((number) => (number === 0 ? { ...refusal, pieces: endless() } : well));
    expect(told.reply.metadata).toMatchObject({ outcome: "failed", reason: "model_rejected" });
    expect(sent).toBeLessThan(32);
    await expectKept(told);
  });

  it("a word of 5 MB, longer than the model may write, is kept whole and limited", async () => {
    const pieces = [...toEvents([chunk({ content: megabyte.repeat(5) }), chunk({}, "stop")]), done];
    const told = await askOver((number) => (number === 0 ? { pieces } : well));
    expect(textOf(told.reply)).toHaveLength(5 * megabyte.length);
    expect(told.reply.metadata).toMatchObject({ outcome: "limited" });
    expect(textOf((await told.stored())[1] as ChatMessage)).toHaveLength(5 * megabyte.length);
    await expectKept(told);
  });

  it("10,000 calls has as many made as an answer may need", async () => {
    const call = (index: number) => ({
      ...{ index, id: `call_${index}`, type: "function" },
      function: { name: "calculate", arguments: '{"expression":"6*7"}' },
    });
    const calls = Array.from({ length: 10_000 }, (_, index) => chunk({ tool_calls: [call(index)] }));
    const pieces = [...toEvents([...calls, chunk({}, "tool_calls")]), done];
    const told = await askOver((number) => (number === 0 ? { pieces } : well));
    expect(toolParts(told.reply)).toHaveLength(100);
    expect(textOf(told.reply)).toBe("Here.");
    expect(told.asked).toHaveLength(2);
    await expectKept(told);
  });

  it("its last word and no end has answered", async () => {
    const told = await askOver(() => ({ ...well, isHeld: true }));
    expect(told.reply.metadata).toMatchObject({ outcome: "completed" });
    expect(told.asked).toHaveLength(1);
    await expectKept(told);
  });

  it("structured replies of 1 MB is not read, and asked no more often than any", async () => {
    const questions = Array.from({ length: 1_024 }, (_, index) => `${"y".repeat(1_000)} ${index}?`);
    const message = { role: "assistant", content: JSON.stringify({ questions }) };
    const whole = { id: "c1", object: "chat.completion", created: 1, model: "s" };
    const body = JSON.stringify({ ...whole, choices: [{ index: 0, message, finish_reason: "stop" }] });
    const small = await startRawProvider(() => ({ type: "application/json", pieces: [body] }));
    const provider = await startRawProvider(() => well);
    onTestFinished(async () => void (await Promise.all([small.close(), provider.close()])));
    const told = await ask({
      ...toEnv(compatible, provider.url),
      COMPATIBLE_PROVIDERS: `acme=${provider.url}/v1,small=${small.url}/v1`,
      MODEL_LITE: "small:s",
    });
    const readFollowUps = async () => (await told.stored())[1]?.metadata?.followUps;
    await expect.poll(readFollowUps).toEqual({ questions: [], isPending: false });
    const asked = small.asked.filter((request) => JSON.stringify(request).includes("may well ask next"));
    expect(asked.length).toBeLessThanOrEqual(3);
    await expectKept(told);
  });
});

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(server: Server & { closeAllConnections(): void }, scheme = "http"): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serve = (handle: Handle) => listen(createHttpServer(handle));
const answer = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end([...well.pieces].join(""));
};

describe("a list of models", () => {
  it("of 10,000 rows is read whole, and one that is too long is refused", async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      id: `model-${index}`,
      max_model_len: 4_096,
    }));
    let body = JSON.stringify({ data: rows });
    const url = await serve((request, response) =>
      request.method === "GET" ? response.end(body) : answer(response),
    );
    const told = await ask(toEnv(compatible, url));
    const list = () => told.services.models().listOf("acme", new AbortController().signal);
    expect(await list()).toHaveLength(10_000);
    body = JSON.stringify({ data: rows, note: megabyte.repeat(20) });
    await expect(list()).rejects.toMatchObject({ code: "model_rejected" });
    await expectKept(told);
  });
});

describe("a server that redirects", () => {
  it.each(vendors)("$name to another one is not followed, and the address is said", async (vendor) => {
    const strangers: string[] = [];
    const stranger = await serve((request, response) => {
      strangers.push(request.url ?? "");
      answer(response);
    });
    const url = await serve((request, response) =>
      response.writeHead(307, { location: `${stranger}${request.url ?? ""}` }).end(),
    );
    const told = await ask(toEnv(vendor, url));
    expect(strangers).toEqual([]);
    expect(told.reply.metadata).toMatchObject({ outcome: "failed", reason: "model_rejected" });
    expect(told.reply.metadata?.error).toContain(stranger);
    expect(textOf((await told.stored())[0] as ChatMessage)).toBe("Compute six times seven, please.");
  });

  it("to another place of its own is followed, with the key", async () => {
    const keys: unknown[] = [];
    const url = await serve((request, response) => {
      keys.push(request.headers.authorization);
      if (request.url?.includes("/new/") === true) return answer(response);
      response.writeHead(308, { location: `/new${request.url ?? ""}` }).end();
    });
    const told = await ask(toEnv(compatible, url));
    expect(textOf(told.reply)).toBe("Here.");
    expect(keys).toEqual(["Bearer key-c", "Bearer key-c"]);
  });

  it("in a circle is given up", async () => {
    let count = 0;
    const url = await serve((_request, response) => {
      count += 1;
      response.writeHead(307, { location: `/round/${count}` }).end();
    });
    const told = await ask(toEnv(compatible, url));
    expect(told.reply.metadata).toMatchObject({ outcome: "failed", reason: "model_rejected" });
    expect(count).toBeLessThan(10);
  });
});

describe("a server whose certificate", () => {
  it("names another host is not asked, and said to be so", async () => {
    const folder = makeTemporaryFolder();
    const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
    const names = ["-subj", "/CN=other.example", "-addext", "subjectAltName=DNS:other.example"];
    const files = ["-keyout", key, "-out", cert];
    const kind = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
    await promisify(execFile)("openssl", [...kind, ...files, ...names]);
    const pair = { key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") };
    const before = getCACertificates("default");
    onTestFinished(() => setDefaultCACertificates(before));
    setDefaultCACertificates([...before, pair.cert]);
    const asked: string[] = [];
    const url = await listen(
      createHttpsServer(pair, (request, response) => {
        asked.push(request.url ?? "");
        answer(response);
      }),
      "https",
    );
    const told = await ask(toEnv(compatible, url));
    expect(asked).toEqual([]);
    expect(told.reply.metadata).toMatchObject({
      ...{ outcome: "failed", reason: "model_unavailable" },
      error: expect.stringContaining("The certificate of acme is not valid for its address"),
    });
    expect(textOf((await told.stored())[0] as ChatMessage)).toBe("Compute six times seven, please.");
  });
});
