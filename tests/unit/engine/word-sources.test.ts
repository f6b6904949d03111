import { describe, expect, it } from "vitest";
import { traceWords, type SourceText } from "@/lib/engine/consent/word-sources";
import { startPageServer } from "@/tests/support/page-server";
import { call, closeAfter, openWith, text } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";

const memory: SourceText = { source: "memory", text: "The user lives in Rotterdam and sees Jan de Vries" };
const page: SourceText = { source: "page", name: "Care", text: "A diabetes clinic. Rotterdam has one." };

describe("the words of a call that the person did not type", () => {
  it("are all named with where they stand, the most private first, neighbours together", () => {
    const query = "diabetes clinic Rotterdam Jan de Vries appointment, cheap";
    expect(traceWords(query, ["Where do I get a cheap treatment?"], [page, memory])).toEqual([
      { text: "diabetes clinic", source: "page", name: "Care" },
      { text: "Rotterdam Jan de Vries", source: "memory" },
      { text: "appointment", source: "nowhere" },
    ]);
  });

  it("are none where the person typed them, in another form or place", () => {
    expect(traceWords("Clinics, rotterdam!", ["a clinic in Rotterdam"], [memory, page])).toEqual([]);
    expect(traceWords("– 🌊 …", [], [])).toEqual([]);
  });

  it("are known in Chinese, where words have no ends", () => {
    const known: SourceText = { source: "memory", text: "用户住在鹿特丹" };
    expect(traceWords("鹿特丹糖尿病诊所", ["附近有糖尿病专家吗"], [known])).toEqual([
      { text: "鹿特丹", source: "memory" },
      { text: "诊所", source: "nowhere" },
    ]);
  });
});

it("the person is asked with every such word of a search, and its source", async () => {
  const pages = await startPageServer({
    "/a": (_request, response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<title>Care</title><p>Look for a diabetes clinic near you.</p>"),
  });
  closeAfter(pages);
  const query = "treatment diabetes clinic Rotterdam appointment";
  const { services } = await openWith(
    ({ turn }) =>
      turn === 0
        ? call("web_fetch", { urls: [`${pages.url}/a`], query: "care" })
        : turn === 1
          ? call("web_search", { query })
          : text("Done."),
    { WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${pages.port}` },
  );
  const fact = {
    content: "Lives in Rotterdam",
    category: "profile",
    tier: "core",
    confidence: 1,
    keywords: [],
  };
  await services.memory.addByHand("owner", fact as never);
  const started = await services.runs.start("owner", toQuestion(`Find me a treatment. ${pages.url}/a`));
  const reply = await started.reply;
  const asked = reply.parts.flatMap((part) => (part.type === "data-approval" ? [part.data] : []));
  expect(asked).toMatchObject([
    {
      reason: "query",
      words: [
        { text: "diabetes clinic", source: "page", name: "Care" },
        { text: "Rotterdam", source: "memory" },
        { text: "appointment", source: "nowhere" },
      ],
    },
  ]);
});
