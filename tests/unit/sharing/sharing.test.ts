import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { paths } from "@/lib/data/paths";
import { createAllRecords } from "@/lib/features/records";
import type { SnapshotTurn } from "@/lib/features/sharing/shape";
import { textThreads } from "@/lib/features/text-threads";
import { exportConversation } from "@/lib/features/sharing/export-conversation";
import { createSharing } from "@/lib/features/sharing/sharing";
import { toReply } from "@/tests/support/messages";
import { openTestBlobs, openTestStore } from "@/tests/support/open-test-store";
import { ask, openWith, text } from "@/tests/support/scripted-services";
import { toQuestion } from "@/tests/support/test-services";
import { fileWords } from "@/tests/support/file-words";

async function openShared() {
  const { services } = await openWith(() => text("Eleven metres."));
  await ask(services, "How tall is the mast?");
  const { url } = await services.sharing.share("owner", "c1");
  return { services, url, token: url?.slice("/s/".length) ?? "" };
}

describe("a shared conversation", () => {
  it("is read by whoever has its address, as it was, and holds words and addresses alone", async () => {
    const { services, token } = await openShared();
    await ask(services, "And the keel?", { message: "m2" });
    const snapshot = await services.sharing.read(token);
    expect(snapshot?.turns.map((turn) => turn.text)).toEqual(["How tall is the mast?", "Eleven metres."]);
    expect(Object.keys(snapshot?.turns[1] ?? {}).toSorted()).toEqual([
      ...["at", "hasWithheld", "role", "sources", "text"],
    ]);
    expect(await services.sharing.find("owner", "c1")).toMatchObject({ includes: { messages: 2 } });
  });

  it("is brought up to date under the same address when it is shared again", async () => {
    const { services, url, token } = await openShared();
    await ask(services, "And the keel?", { message: "m2" });
    expect((await services.sharing.share("owner", "c1")).url).toBe(url);
    expect((await services.sharing.read(token))?.turns).toHaveLength(4);
  });

  it("is gone at once when it is taken back, and with the conversation", async () => {
    const revoked = await openShared();
    await revoked.services.sharing.revoke("owner", "c1");
    expect(await revoked.services.sharing.read(revoked.token)).toBeNull();
    expect(await revoked.services.sharing.find("owner", "c1")).toBeNull();
    const deleted = await openShared();
    await deleted.services.runs.deleteConversation("owner", "c1");
    expect(await deleted.services.sharing.read(deleted.token)).toBeNull();
  });

  it("is shared by its owner alone, and not while it is temporary", async () => {
    const { services } = await openShared();
    await expect(services.sharing.share("u2", "c1")).rejects.toMatchObject({ code: "not_found" });
    const question = toQuestion("Hello?", { conversation: "t1", message: "m1" });
    await (
      await services.runs.start("owner", { ...question, options: { temporary: true } })
    ).reply;
    await expect(services.sharing.share("owner", "t1")).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("is read while others try 600 wrong addresses", async () => {
    const { services, token } = await openShared();
    const guess = (n: number) => services.sharing.read(String(n).padStart(43, "a"));
    const found = await Promise.all(Array.from({ length: 600 }, (_, n) => guess(n)));
    expect([...new Set([...found, await services.sharing.read("no address")])]).toEqual([null]);
    expect((await services.sharing.read(token))?.turns).toHaveLength(2);
  });
});

describe("a conversation that is very long", () => {
  it("is not shared, because each look at its page would read all of it", async () => {
    const stores = [await openTestStore(), await openTestBlobs()] as const;
    const now = () => 0;
    const records = createAllRecords(...stores, {
      now,
      settings: {},
      shareSecret: "only for this test",
    });
    const { exportConversation } = textThreads;
    const sharing = createSharing({ ...records, exportConversation, hasAccounts: false, now });
    await records.people.ensure({ id: "u1", name: "Ada", email: null, role: "member" });
    await stores[0].set(paths.conversation("u1", "c1"), {
      title: "Long",
      lastSeq: 41,
      titled: true,
      createdAt: 0,
      updatedAt: 0,
      activeRunId: null,
    });
    for (let seq = 1; seq <= 41; seq += 1)
      await records.messages.save("u1", "c1", { seq, message: toReply(`m${seq}`, "x".repeat(100_000)) });
    await expect(sharing.share("u1", "c1")).rejects.toMatchObject({ code: "too_large" });
  });
});

describe("a conversation as a file", () => {
  it("has every version in JSON, and what is shown in Markdown", async () => {
    const { services } = await openShared();
    await (
      await services.runs.start("owner", { id: "c1", trigger: "regenerate-message", options: {} })
    ).reply;
    const words = fileWords;
    const json = await services.sharing.export("owner", "c1", { format: "json", branch: "all", words });
    const { messages, leaf } = JSON.parse(String(json.content)) as {
      messages: { id: string }[];
      leaf: string;
    };
    expect([messages.length, messages.at(-1)?.id]).toEqual([3, leaf]);
    const markdown = await services.sharing.export("owner", "c1", {
      format: "markdown",
      branch: "shown",
      words,
    });
    expect(markdown.content).toContain("## You\n\n> How tall is the mast?\n\n## Sextant\n\nEleven metres.");
  });

  it("runs and fetches nothing, whatever the answer holds", async () => {
    const source = {
      number: 1,
      url: 'https://a.example/"><script>x</script>',
      title: "<b>",
      site: "a.example",
    };
    const turn: SnapshotTurn = {
      role: "assistant",
      text: "<script>alert(1)</script>\n\n![x](https://evil.example/p.png) [y](javascript:alert(1)) **bold**",
      sources: [source],
    };
    const asked: SnapshotTurn = { role: "user", text: "<img src=x onerror=alert(1)>", sources: [] };
    const words = fileWords;
    const snapshot = { title: "</title><script>x</script>", takenAt: 1, turns: [asked, turn] };
    const { content: html } = await exportConversation(snapshot, { format: "html", whole: {}, words });
    expect(html).not.toMatch(/<script|<img|="javascript:/i);
    expect(html).toContain("<strong>bold</strong>");
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  });

  it("S11: has words of strangers as plain text in Markdown, in its title, questions and sources", async () => {
    const stranger =
      "<img src=https://evil.example/1> ![x](https://evil.example/2) [y](https://evil.example/3)";
    const turns: SnapshotTurn[] = [
      { role: "user", text: `Pasted:\r\r${stranger}\n    ${stranger}`, sources: [] },
      {
        ...{ role: "assistant", text: "See [1]." },
        sources: [{ number: 1, url: "https://a.example/", title: `${stranger} evil.com`, site: "a.example" }],
      },
    ];
    const words = fileWords;
    const snapshot = { title: stranger, takenAt: 1, turns };
    const { content: markdown } = await exportConversation(snapshot, {
      format: "markdown",
      whole: {},
      words,
    });
    const html = new MarkdownIt({ html: true, linkify: true }).render(String(markdown));
    expect(html.match(/<(?:img|script|a)\b[^>]*>/g)).toEqual(['<a href="https://a.example/">']);
  });

  it.each(["```", "~~~~\nx\n~~~", "- ```\n```", "   ```\nx\n```\n```", "> ~~~\n\n~~~"])(
    "S11: stays disarmed behind an answer that leaves code open: %j",
    async (open) => {
      const picture = "![x](https://evil.example/p.png)";
      const texts = [open, `\`\`\`\n${picture}\n\`\`\``, `~~~\n${picture}\n~~~`, `~~~\n~~~~\n${picture}`];
      const turns: SnapshotTurn[] = texts.map((text) => ({ role: "assistant", text, sources: [] }));
      const words = fileWords;
      const snapshot = { title: "Code", takenAt: 1, turns };
      const { content } = await exportConversation(snapshot, { format: "markdown", whole: {}, words });
      expect(new MarkdownIt({ html: true }).render(String(content))).not.toContain("<img");
    },
  );

  it("S11: ends code that an answer leaves open, before the next turn", async () => {
    const turns: SnapshotTurn[] = ["```\nx", "y"].map((text) => ({ role: "assistant", text, sources: [] }));
    const words = fileWords;
    const snapshot = { title: "Code", takenAt: 1, turns };
    const { content } = await exportConversation(snapshot, { format: "markdown", whole: {}, words });
    expect(content).toContain("```\nx\n```\n\n## Sextant\n\ny\n");
  });
});
