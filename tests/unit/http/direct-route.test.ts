import { once } from "node:events";
import {
  Agent,
  createServer,
  request as ask,
  type IncomingMessage,
  type RequestOptions,
  type Server,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { answerDirectly, type DirectRoute, serveDirectly } from "@/lib/http/direct-route";

type Handler = Awaited<ReturnType<DirectRoute["load"]>>;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const opened: Server[] = [];
afterEach(() => opened.splice(0).forEach((server) => server.close().closeAllConnections()));

/** A server whose `POST /there` is answered by `handler`, and all else by words of its own. */
async function open(load: DirectRoute["load"], onFailure = () => undefined): Promise<number> {
  const route = { method: "POST", path: "/there", load, onFailure };
  const listener = answerDirectly(route, (_request, response) => response.end("next"));
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push(server);
  return (server.address() as AddressInfo).port;
}

const openFor = (handler: Handler) => open(() => Promise.resolve(handler));

async function send(port: number, options: RequestOptions = {}, body = ""): Promise<IncomingMessage> {
  const sent = ask({ port, host: "127.0.0.1", method: "POST", path: "/there", agent, ...options });
  sent.on("error", () => undefined).end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return answer;
}

const read = async (answer: IncomingMessage): Promise<string> =>
  Buffer.concat((await answer.toArray()) as Buffer[]).toString();

it("hands on method, address, headers and body, and the answer with its status, headers and cookies", async () => {
  const port = await openFor(async (request) => {
    const { method, url, headers } = request;
    const told = { method, url, kind: headers.get("x-kind"), from: headers.get("x-forwarded-for") };
    const answer = Response.json({ ...told, body: await request.text() }, { status: 418 });
    answer.headers.append("set-cookie", "a=1");
    answer.headers.append("set-cookie", "b=2");
    answer.headers.set("referrer-policy", "no-referrer");
    return answer;
  });
  const answer = await send(port, { headers: { "x-kind": "plain" } }, "words");
  expect(JSON.parse(await read(answer))).toEqual({
    ...{ method: "POST", url: "http://localhost/there", kind: "plain", from: "127.0.0.1", body: "words" },
  });
  expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([418, ["a=1", "b=2"]]);
  const policy = "strict-origin-when-cross-origin";
  expect(answer.headers).toMatchObject({ "referrer-policy": policy, "x-frame-options": "DENY" });
  const known = await send(port, { headers: { "x-forwarded-for": "192.0.2.7" } });
  expect(JSON.parse(await read(known))).toMatchObject({ from: "192.0.2.7" });
});

it.each([{ method: "GET" }, { path: "/there?" }, { path: "/there/" }, { path: "/elsewhere" }])(
  "leaves %o to the listener behind it",
  async (asked) => {
    const port = await openFor(() => Promise.resolve(new Response("direct")));
    expect([await read(await send(port, asked)), await read(await send(port))]).toEqual(["next", "direct"]);
  },
);

it("sends the head before the first piece, and each piece as it comes", async () => {
  const pieces = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pieces.writable.getWriter();
  const port = await openFor(() => Promise.resolve(new Response(pieces.readable)));
  const answer = await send(port);
  for (const word of ["one", "two"]) {
    void writer.write(new TextEncoder().encode(word));
    const [piece] = (await once(answer, "data")) as [Buffer];
    expect(piece.toString()).toBe(word);
  }
  void writer.close();
  await once(answer, "end");
});

it("takes no more from the handler than a slow reader does, and tells it that the reader left", async () => {
  const made = { pieces: 0 };
  const left = Promise.withResolvers<void>();
  const port = await openFor(() => {
    const body = new ReadableStream({
      pull(controller) {
        made.pieces += 1;
        controller.enqueue(new Uint8Array(1_000_000));
      },
      cancel: () => left.resolve(),
    });
    return Promise.resolve(new Response(body));
  });
  const answer = await send(port);
  const [first] = (await once(answer, "data")) as [Buffer];
  answer.pause();
  await read(await send(await openFor(() => Promise.resolve(new Response("")))));
  expect(first.length).toBeGreaterThan(0);
  expect(made.pieces).toBeLessThan(20);
  answer.destroy();
  await left.promise;
});

it("tells the handler's stream that the reader left before there was an answer", async () => {
  const [asked, left, answer] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const port = await openFor(async () => {
    asked?.resolve();
    await answer?.promise;
    return new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
        cancel: () => left?.resolve(),
      }),
    );
  });
  const sent = ask({ port, host: "127.0.0.1", method: "POST", path: "/there" });
  const [server] = opened;
  const connected = once(server ?? sent, "connection");
  sent.on("error", () => undefined).end();
  const [connection] = (await connected) as [Socket];
  await asked?.promise;
  const closed = once(connection, "close");
  sent.destroy();
  await closed;
  answer?.resolve();
  await left?.promise;
});

it("keeps the connection of a body that was refused unread", async () => {
  const port = await openFor(({ body }) => Promise.resolve(new Response(null, { status: body ? 413 : 500 })));
  const answers = [];
  for (const body of ["x".repeat(3_000_000), "x"]) {
    const answer = await send(port, {}, body);
    const { localPort } = answer.socket;
    await read(answer);
    answers.push([answer.statusCode, localPort]);
  }
  expect(answers).toEqual([
    [413, answers[0]?.[1]],
    [413, answers[0]?.[1]],
  ]);
});

it("answers 500 where the handler cannot be loaded, and asks for it again", async () => {
  const load = vi.fn<DirectRoute["load"]>();
  load.mockRejectedValueOnce(new Error("gone"));
  load.mockResolvedValueOnce(() => Promise.resolve(new Response("here")));
  const onFailure = vi.fn<() => undefined>();
  const port = await open(load, onFailure);
  const lost = await send(port);
  expect([lost.statusCode, await read(lost)]).toEqual([500, "Internal Server Error"]);
  expect(onFailure).toHaveBeenCalledOnce();
  expect(await read(await send(port))).toBe("here");
});

it("stands in front of the server that listens on the port, and of no other", async () => {
  const servers = ["first", "second"].map((name) => createServer((_request, response) => response.end(name)));
  for (const server of servers) {
    await once(server.listen(0, "127.0.0.1"), "listening");
    opened.push(server);
  }
  const [first = 0, second = 0] = servers.map((server) => (server.address() as AddressInfo).port);
  const load = () => Promise.resolve(() => Promise.resolve(new Response("direct")));
  serveDirectly({ method: "POST", path: "/there", load, onFailure: () => undefined }, second);
  const said = [];
  for (const port of [first, second, first, second]) said.push(await read(await send(port)));
  expect(said).toEqual(["first", "direct", "first", "direct"]);
});
