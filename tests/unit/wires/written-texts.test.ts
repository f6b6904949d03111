import { describe, expect, it, onTestFinished } from "vitest";
import type { ChatChunk, ChatMessage } from "@/lib/protocol/chat-message";
import { reduceMessage } from "@/lib/engine/log/reduce-message";
import { findCitedNumbers } from "@/lib/protocol/cited-numbers";
import { startPageServer } from "@/tests/support/page-server";
import { openProduct } from "@/tests/support/wire/product";
import type { Answer } from "@/tests/support/wire/reply";
import { compatible } from "@/tests/support/wire/vendors";

/** Each is an answer in which nothing but the numbers that it names a citation for cites. */
const texts = [
  "Use `a[0]` and a[1] in code.",
  "The interval [0, 1] and the vector [1, 2].",
  "References:\n[1] Smith, 2020. Title.\n[2] Doe, 2021. Other.",
  "```js\nconst a = b[1]\n```",
  "Footnote text[^1].\n\n[^1]: the note",
  "Der Eintrag liste[2] ist der zweite.",
  "数组 a[2] 是第三个元素，列表[2]的值。",
  "Press [1] to go on, [2] to stop.",
  "In Python, `m[1]` is a row, and m[1][2] is a number.",
  "The matrix is [[1, 2], [3, 4]].",
  "const a = [2]; const b = [1,2,3];",
  "| a | b |\n|---|---|\n| x[2] | [2] |",
  "- [ ] open\n- [x] done\n- [2] third",
  "See [2](https://a.example) and [the [2]](https://b.example).",
  "The sum $a [2]$ and \\(b [2]\\).",
];

const toAnswer = (text: string): Answer => ({
  parts: [{ type: "text", chunks: text.split(/(?=[[\]0-9])/u) }],
});

function readText({ parts }: ChatMessage): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

async function ask(answers: Answer[], question: string, env: Record<string, string> = {}) {
  const product = await openProduct(
    compatible,
    () => answers.shift() ?? toAnswer("nothing"),
    onTestFinished,
    env,
  );
  const { reply, events } = await product.ask(question);
  const seen = await reduceMessage(events as ChatChunk[], "a", {});
  return { stored: readText(reply), seen: readText(seen), requests: product.calls().length };
}

describe("an answer", () => {
  it.each(texts)("comes as it was written, in a conversation without sources: %j", async (text) => {
    expect(await ask([toAnswer(text)], "Why?")).toEqual({ stored: text, seen: text, requests: 1 });
  });

  it.each(texts)("comes as it was written, where a source was read: %j", async (text) => {
    const page = await startPageServer({
      "/a": (_request, response) =>
        response.writeHead(200, { "content-type": "text/html" }).end("<p>The tower is 330 metres tall.</p>"),
    });
    onTestFinished(() => page.close());
    const url = `${page.url}/a`;
    const reading: Answer = {
      parts: [{ type: "tool", name: "web_fetch", input: { urls: [url], query: "tower" } }],
    };
    const env = { WEB_FETCH_ALLOWED_HOSTS: `127.0.0.1:${page.port}` };
    // What cites nothing is asked for its citations once, which another text does not bring.
    expect(await ask([reading, toAnswer(text)], `How tall is it? ${url}`, env)).toEqual({
      ...{
        stored: text,
        seen: text,
        requests: findCitedNumbers(text, (number) => number === 1).length > 0 ? 2 : 3,
      },
    });
  });
});
