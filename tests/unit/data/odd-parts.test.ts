import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { toStored } from "@/lib/data/messages";
import { paths } from "@/lib/data/paths";
import type { ChatMessage } from "@/lib/protocol/chat-message";
import { oddParts } from "@/tests/fixtures/odd-parts";
import { ask, read, text, textOf } from "@/tests/support/scripted-services";
import { openProcess, openProvider } from "@/tests/unit/engine/cut-runs";
import { messageReaders, reachedReaders } from "./message-readers";
import { fileWords } from "@/tests/support/file-words";

const root = resolve(import.meta.dirname, "../../..");
const sources = ["lib", "components", "app"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .map((path) => ({ path, source: readFileSync(join(root, path), "utf8") })),
);
const answer = { type: "text", text: "Answer." };
const toReply = (id: string, parts: unknown[]) => ({
  ...{ id, role: "assistant", parts: [{ type: "step-start" }, ...parts, answer] },
  metadata: { outcome: "completed", parentId: "m1" },
});
const readReply = (parts: unknown[]): ChatMessage =>
  toStored({ id: "r1", data: { seq: 2, role: "assistant", body: JSON.stringify(toReply("r1", parts)) } })
    .message;

const odd = Object.entries(oddParts);

describe("a stored part that no reader was made for", () => {
  it.each(Object.entries(messageReaders))("is met by %s without a failure", async (_, readIt) => {
    for (const [name, part] of odd)
      await expect((async () => readIt(readReply([part])))(), name).resolves.not.toThrow();
  });

  it("leaves the words beside it as they are", () => {
    for (const [name, part] of odd) expect(textOf(readReply([part])), name).toBe("Answer.");
  });

  it("is left out, and a call of ours whose result cannot be read has failed", () => {
    const shown = Object.fromEntries(odd.map(([name, part]) => [name, readReply([part]).parts.slice(1, -1)]));
    expect(shown["OpenAI's search"]).toEqual([]);
    expect(shown["a part of a kind that nobody knows"]).toEqual([]);
    expect(shown["a result that is a text"]).toMatchObject([
      {
        toolCallId: "call_9",
        state: "output-error",
        errorText: "What this call gave can no longer be read.",
      },
    ]);
    expect(shown["a failed call without words"]).toMatchObject([
      { state: "output-error", errorText: "What this call gave can no longer be read." },
    ]);
    expect(shown["a result from before it was measured"]).toMatchObject([
      { state: "output-available", output: { ok: true, text: "t", meta: { costMicroUsd: 0 } } },
    ]);
  });

  it("is read by no file that this walk does not know", () => {
    const isReader = (source: string) =>
      /protocol\/chat-message|data\/messages"|context\/history"|client\/message\/approvals"/.test(source) &&
      /\bparts\b|toolCallId|\.output\b/.test(source.replace(/^import[^;]*;/gm, ""));
    const found = sources
      .filter(({ source }) => isReader(source))
      .map(({ path }) => path.replace(/\.tsx?$/, ""));
    expect(found.toSorted()).toEqual([...Object.keys(messageReaders), ...reachedReaders].toSorted());
  });

  it("is taken for a result of ours nowhere without a look", () => {
    const found = sources.filter(({ source }) => /as (?:unknown as )?AnyToolResult/.test(source));
    // Beside the one that looks, those that have just called one of our tools.
    expect(found.map(({ path }) => path).toSorted()).toEqual([
      "lib/engine/turn/recover.ts",
      "lib/features/traces/branch-tools.ts",
      "lib/protocol/tool-results.ts",
    ]);
  });
});

describe("a conversation in which such parts stand", () => {
  it("opens, is found, shared, exported, continued and answered again", async () => {
    const { services, store } = await openProcess(await openProvider(() => text("Answer.")));
    const first = await ask(services, "One?");
    const parts = odd.map(([, part]) => part);
    await store.update(paths.message("owner", "c1", first.id), {
      body: JSON.stringify(toReply(first.id, parts)),
    });
    expect((await read(services)).messages.map(textOf)).toEqual(["One?", "Answer."]);
    const next = await ask(services, "Two?", { message: "m2" });
    expect(next.metadata).toMatchObject({ outcome: "completed" });
    expect(textOf(next)).toBe("Answer.");
    const { url } = await services.sharing.share("owner", "c1");
    expect((await services.sharing.read((url ?? "").slice("/s/".length)))?.turns).toHaveLength(4);
    const asked = {
      branch: "all",
      words: fileWords,
    } as const;
    for (const format of ["markdown", "json", "html"] as const)
      expect((await services.sharing.export("owner", "c1", { ...asked, format })).content).toContain(
        "Answer.",
      );
    const again = await services.runs.start("owner", {
      ...{ id: "c1", trigger: "regenerate-message", messageId: first.id, options: {} },
    });
    expect((await again.reply).metadata).toMatchObject({ outcome: "completed" });
  });
});
