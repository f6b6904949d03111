// @vitest-environment jsdom
import { expect, it } from "vitest";
import { toRichText } from "@/lib/client/copy-answer";

it("a copied answer has plain elements, raised numbers and its sources at the end", () => {
  const answer = document.createElement("div");
  answer.innerHTML =
    '<h3 class="x" data-level="1">Heat</h3><p onclick="x()">2.1.<a class="citation" href="https://a.example/1" data-source="1">1</a></p><div class="code-head"><button>Copy</button></div><pre><code>a = 1</code></pre>';
  const html = toRichText([answer], {
    heading: "Sources",
    sources: [{ number: 1, title: "A <b> page", url: "https://a.example/1" }],
  });
  expect(html).toBe(
    '<div><h3>Heat</h3><p>2.1.<sup>[1]</sup></p><pre><code>a = 1</code></pre></div><p>Sources</p><p>[1] <a href="https://a.example/1">A &lt;b&gt; page</a></p>',
  );
});
