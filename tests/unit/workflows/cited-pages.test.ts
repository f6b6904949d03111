import { describe, expect, it } from "vitest";
import type { EditedTask } from "@/lib/features/plans/shape";
import { newWorkflowSchema } from "@/lib/features/workflows/shape/workflows";
import { startPageServer } from "@/tests/support/page-server";
import { call, closeAfter, text, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";

const sentence = "The harbour ferry leaves the northern pier at nine in the morning.";
const html = `<html><head><title>Ferry times</title></head><body><main><h1>Ferry times</h1><p>${sentence}</p><p>It carries bicycles and dogs without a charge.</p></main></body></html>`;
const keptStep = (id: string, instruction: string): EditedTask => ({
  ...{ id, title: id, instruction, expected: "", tool: null, agent: null, dependsOn: [] },
  ...{ isCritical: false, pattern: "one" },
});

/** Asks a model that runs a workflow, which reads a page of this machine, and says its answer as given. */
async function ask(kept: "steps" | "question", answer: string) {
  const page = await startPageServer({
    "/ferry": (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end(html),
  });
  closeAfter(page);
  const url = `${page.url}/ferry`;
  const provider = await startProviderServer((request) => {
    const words = JSON.stringify(request.body["messages"]);
    if (words.includes("worked on by the steps of a plan")) return text(`${sentence} [1]`);
    if (words.includes("Think.")) return text("Thought.");
    if (words.includes("Read http"))
      return request.turn === 0
        ? call("web_fetch", { urls: [url], query: "ferry" })
        : text(`${sentence} [1]`);
    return request.turn === 0 ? call("run_workflow", { workflow: "Ferry" }) : text(answer);
  });
  closeAfter(provider);
  const services = await openTestServices({
    ...{ LOCAL_BASE_URL: `${provider.url}/v1`, MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide" },
    WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${page.port}`,
  });
  closeAfter({ close: () => services.dispose() });
  const question = kept === "question" ? `Read ${url} for me.` : "When does it leave?";
  const steps = kept === "steps" ? [keptStep("s1", `Read ${url} for me.`), keptStep("s2", "Think.")] : [];
  await services.workflows.create(
    "owner",
    newWorkflowSchema.parse({ name: "Ferry", question, isTool: true, steps }),
  );
  // What is kept opens no address by itself: the person names it.
  const started = await services.runs.start("owner", toQuestion(`When is the ferry? ${url}`));
  const reply = await started.reply;
  return { services, reply, url, page };
}

describe("a page that a workflow cites", () => {
  it.each(["steps", "question"] as const)(
    "is a numbered source of the answer that had it run, which is checked against it (%s)",
    async (kept) => {
      const answer = `${sentence} [1] Its crew sings on the way [1].`;
      const { services, reply, url, page } = await ask(kept, answer);
      expect(page.requests.filter(({ path }) => path === "/ferry")).toHaveLength(1);
      expect(textOf(reply)).toBe(answer);
      expect(reply.parts.filter(({ type }) => type === "source-url")).toMatchObject([
        { sourceId: "1", url, title: "Ferry times" },
      ]);
      const claims = reply.parts.flatMap((part) => (part.type === "data-claims" ? part.data.claims : []));
      expect(claims.map(({ verdict }) => verdict)).toEqual(["quoted", "unchecked"]);
      const { evidenceId = "", passage } = claims[0]?.sources[0] ?? {};
      const evidence = await services.evidence.read("owner", "c1", evidenceId);
      expect(evidence.text.slice(passage?.start, passage?.end)).toBe(sentence);
    },
  );
});
