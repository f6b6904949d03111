import { expect } from "@playwright/test";
import { startPageServer } from "@/tests/support/page-server";
import { startApp, type AppServer } from "@/tests/support/app-server";
import { plainly, startModel } from "./site";

/** Where one odd text stands: in question, answer, cited page, run, document, and wherever one is kept. */
export type Records = {
  conversation: string;
  question: string;
  reply: string;
  evidence: string;
  run: string;
  otherRun: string;
  share: string;
  workflow: string;
  collection: string;
  document: string;
  agent: string;
  text: string;
};

type Reply = { id: string; role: string; metadata?: { runId?: string }; parts: { type: string }[] };
export type OddSite = Awaited<ReturnType<typeof openOddSite>>;

/** A server whose model answers with what it is told to, after it has read a page of the same text. */
export async function openOddSite() {
  const model = await startModel();
  let page = "";
  const pages = await startPageServer({
    "/odd": (_request, response) =>
      void response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(page),
  });
  const hosts = new URL(pages.url).host;
  const app = await startApp({ env: { ...model.env, WEB_FETCH_ALLOWED_HOSTS: hosts, LOG_LEVEL: "error" } });
  const call = createCaller(app);
  let last = 0;
  const newName = (kind: string) => `${kind}${(last += 1)}`;

  /** The newest reply of a conversation, once it is there. */
  async function readReply(conversation: string): Promise<{ question: string; reply: Reply }> {
    let messages: Reply[] = [];
    await expect
      .poll(async () => {
        const found = await call("GET", `/api/conversations/${conversation}`);
        messages = found.messages ?? [];
        return messages.at(-1)?.role === "assistant" && found.activeRunId === null;
      })
      .toBe(true);
    const [question, reply] = messages.slice(-2);
    return { question: question?.id ?? "", reply: reply as Reply };
  }

  async function ask(text: string, answer: string, conversation = newName("odd")) {
    model.say(({ turn }) =>
      turn === 0 && page !== ""
        ? {
            parts: [
              { type: "tool", name: "web_fetch", input: { urls: [`${pages.url}/odd`], query: "words" } },
            ],
          }
        : plainly(answer),
    );
    // All of it counts as typed, so that the address in it may be opened.
    const message = {
      ...{ id: newName("q"), role: "user", metadata: { pasted: [] } },
      parts: [{ type: "text", text }],
    };
    await call("POST", "/api/chat", { id: conversation, trigger: "submit-message", message });
    const { question, reply } = await readReply(conversation);
    return { conversation, question, reply: reply.id, run: reply.metadata?.runId ?? "", message: reply };
  }

  return {
    ...{ app, address: `${pages.url}/odd` },
    ...{ call, ask, newName, say: model.say, readReply },
    setPage: (text: string) => void (page = text),
    async close() {
      await app.close();
      await pages.close();
      await model.provider.close();
    },
  };
}

export type Caller = ReturnType<typeof createCaller>;

/** Asks as the page does; what is not JSON is given as text. Fails on what is refused. */
function createCaller({ url }: AppServer) {
  return async (method: string, path: string, body?: unknown, refusedFrom = 400) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { origin: url, ...(!isForm && body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, `${method} ${path}: ${text.slice(0, 300)}`).toBeLessThan(refusedFrom);
    const type = response.headers.get("content-type") ?? "";
    return type.startsWith("application/json") ? JSON.parse(text) : text;
  };
}

/** Puts the text wherever a text can stand, cut to what fits. */
export async function makeRecords({ call, ask, newName, ...site }: OddSite, text: string): Promise<Records> {
  site.setPage(text);
  const other = await ask(`What stands on ${site.address}?`, `${text} [1]\n\nOther words.`);
  const asked = await ask(`What stands on ${site.address} and here? ${text}`, `Here it is [1].\n\n${text}`);
  site.setPage("");
  const { conversation, reply } = asked;
  const sources = JSON.stringify(asked.message.parts);
  const about = { isWatch: true, from: { conversationId: other.conversation, messageId: other.reply } };
  const fields = { name: newName("Watch"), question: `Say it: ${text.slice(0, 7_000)}` };
  const { id: workflow } = await call("POST", "/api/workflows", { ...about, ...fields });
  site.say(() =>
    plainly(
      `Now it is this.\n\n${text
        .split(/(?<=\s)/)
        .reverse()
        .join("")}`,
    ),
  );
  const again = await call("POST", `/api/workflows/${workflow}/run`, { values: {} });
  if (typeof again.conversationId === "string") await site.readReply(again.conversationId);
  const { url: share } = await call("POST", `/api/conversations/${conversation}/share`);
  // What looks like a secret, or like what is known already, is refused.
  await call("POST", "/api/memories", { content: `It says ${text.slice(0, 480)}` }, 500);
  await call("POST", "/api/prompts", { name: newName("odd"), text: `Say ${text.slice(0, 7_900)}` });
  await call("POST", "/api/folders", { name: newName("F"), instructions: text.slice(0, 3_900) });
  await call("PUT", "/api/preferences", { instructions: text.slice(0, 3_900) });
  const purpose = { name: newName("Agent"), instructions: text.slice(0, 3_900) };
  const { id: agent } = await call("POST", "/api/agents", purpose);
  const { id: collection } = await call("POST", "/api/collections", { name: newName("C") });
  const form = new FormData();
  form.append("file", new File([text], `${newName("odd")}.md`, { type: "text/markdown" }));
  const added = await call("POST", `/api/collections/${collection}/documents`, form);
  const document: string = added.documents?.[0]?.id ?? "none";
  await expect
    .poll(async () => (await call("GET", `/api/collections/${collection}/documents/${document}`)).status)
    .not.toBe("reading");
  const evidence = /"evidenceId":"([^"]+)"/.exec(sources)?.[1] ?? "none";
  return {
    ...{ conversation, question: asked.question, reply, evidence, run: asked.run, otherRun: other.run },
    ...{ share, workflow, collection, document, agent, text },
  };
}

/** So that the next text stands alone in what is listed. */
export async function removeRecords({ call }: OddSite, { workflow, agent, collection }: Records) {
  for (const path of [`workflows/${workflow}`, `agents/${agent}`, `collections/${collection}`])
    await call("DELETE", `/api/${path}`);
}
