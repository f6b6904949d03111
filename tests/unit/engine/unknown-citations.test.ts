import { expect, it } from "vitest";
import { startPageServer } from "@/tests/support/page-server";
import { call, closeAfter, openWith, read, text, textOf } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import type { Reply } from "@/tests/support/wire/reply";
import { readTold, toAnswer } from "./instances";

/**
 * A conversation whose model reads one page, source 1, and then answers with what is given, one after the
 * other.
 */
async function askWith(...answers: Reply[]) {
  const page = await startPageServer({
    "/a": (_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>The tower is 330 metres tall.</p>"),
  });
  closeAfter(page);
  const replies = [call("web_fetch", { urls: [`${page.url}/a`], query: "tower" }), ...answers];
  const { services, provider } = await openWith(() => replies.shift() ?? text("nothing"), {
    WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${page.port}`,
  });
  const started = await services.runs.start("owner", toQuestion(`How tall is the tower? ${page.url}/a`));
  const told = await readTold(started.stream());
  return { told, provider, reply: await started.reply, stored: (await read(services)).messages.at(-1) };
}

it("asks once more for an answer that cites what does not exist, and nobody ever sees the number", async () => {
  const { told, provider, reply } = await askWith(
    text("It is 330 m [1], ", "built in 1889 [9", "]."),
    text("It is 330 m [1]."),
  );
  expect(textOf(reply)).toBe("It is 330 m [1].");
  expect(told.text).not.toContain("[9");
  expect(reply.metadata).toMatchObject({ outcome: "completed" });
  expect(provider.requests).toHaveLength(3);
  expect(JSON.stringify(provider.requests[2]?.body)).toContain("it cited [9], and there is no such source");
});

it("takes the number out when it comes again", async () => {
  const { reply, provider } = await askWith(
    text("Built in 1889 [9]."),
    text("Built in 1889 [8] for a fair [1]."),
    text("Never asked."),
  );
  expect(textOf(reply)).toBe("Built in 1889 for a fair [1].");
  expect(provider.requests).toHaveLength(3);
});

it("keeps the first answer, without the number, when asking again comes to nothing", async () => {
  const { reply, stored, told } = await askWith(text("It is 330 m [1], built in 1889 [9]."), {
    status: 400,
    message: "no",
  });
  expect(textOf(reply)).toBe("It is 330 m [1], built in 1889.");
  expect(reply.metadata).toMatchObject({ outcome: "completed" });
  expect(stored && textOf(stored)).toBe(textOf(reply));
  expect(toAnswer(told.text)).toContain("built in 1889.");
});

it("leaves what is no citation alone, and asks nobody for it", async () => {
  const answer =
    "The matrix is [[1, 2], [3, 9]]; x[1] = 5, list[9], [1, 9] and item [1].\n\n[9] Smith, 2020.";
  const { reply, stored, told, provider } = await askWith(text(...answer.split(/(?=[[\]])/u)));
  expect([textOf(reply), stored && textOf(stored), toAnswer(told.text)]).toEqual([answer, answer, answer]);
  expect(provider.requests).toHaveLength(2);
});

it("takes the number of no source out with its blank, however the answer is split", async () => {
  const { reply } = await askWith(
    text(..."It is 330 m [9], of 3.1 [7]. About [1]."),
    text(..."It is 330 m [9], of 3.1 [7]. About [1]."),
  );
  expect(textOf(reply)).toBe("It is 330 m, of 3.1. About [1].");
});
