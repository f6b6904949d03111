import { readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { openTestServices, toQuestion } from "@/tests/support/test-services";

async function open() {
  const services = await openTestServices();
  onTestFinished(() => services.dispose());
  const add = async (name: string, text: string, mediaType = "") => {
    const file = { name, mediaType, bytes: new TextEncoder().encode(text), collectionId: null };
    const { document, reading } = await services.library.add("owner", file);
    await reading;
    return document.id;
  };
  return { services, add };
}
const toAsked = (...ids: string[]) => {
  const question = toQuestion("What is 2 + 2?");
  const files = ids.map((id) => ({
    ...{ type: "file" as const, mediaType: "text/html", filename: `${id}.html`, url: `/api/files/${id}` },
  }));
  return { ...question, message: { ...question.message, parts: [...question.message.parts, ...files] } };
};

/** Descriptors of this process, of whichever thread, that lead into a folder. */
async function listOpen(folder: string): Promise<string[]> {
  const numbers = await readdir("/proc/self/fd");
  const files = await Promise.all(numbers.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => "")));
  return files.filter((file) => file.startsWith(folder));
}

describe("the product's own library", () => {
  it.runIf(process.platform === "linux")("lets go of every file when the services close", async () => {
    const { services, add } = await open();
    await add("a.html", "<title>On tides</title><p>The moon pulls the sea.</p>", "text/html");
    const index = join(services.dataDir, "index.db");
    expect(await listOpen(services.dataDir)).toContain(index);
    await services.close();
    expect(await listOpen(services.dataDir)).toEqual([]);
  });

  it("reads files with the readers of pages, and gives the text as it was read", async () => {
    const { services, add } = await open();
    const page = await add("a.html", "<title>On tides</title><p>The moon pulls the sea.</p>", "text/html");
    const { document, text } = await services.library.getText("owner", page);
    expect(document).toMatchObject({ status: "ready", kind: "html", title: "On tides", words: 5 });
    expect(text).toContain("The moon pulls the sea.");
    const table = await add("a.csv", "name,price\nTea,3", "text/csv");
    expect((await services.library.getText("owner", table)).text).toContain("| Tea | 3 |");
    const broken = await add("a.pdf", "%PDF-1.7 and nothing else", "application/pdf");
    expect((await services.library.getText("owner", broken)).document.status).toBe("failed");
  });

  it("keeps a file's name and type in the message, and deletes it with the conversation", async () => {
    const { services, add } = await open();
    const id = await add("a.html", "<p>Words enough to be read.</p>", "text/html");
    const { reply } = await services.runs.start("owner", toAsked(id));
    await reply;
    const conversation = await services.runs.readConversation("owner", "c1", { limit: 10 });
    expect(JSON.stringify(conversation)).toContain(`${id}.html`);
    expect(await services.library.findFile("owner", id)).not.toBeNull();
    await services.runs.deleteConversation("owner", "c1");
    expect(await services.library.findFile("owner", id)).toBeNull();
  });

  it("leaves no trace of a file in the index once it is deleted", async () => {
    const { services, add } = await open();
    const id = await add("a.html", "<p>Words enough to be read.</p>", "text/html");
    const listScopes = () => {
      const index = new DatabaseSync(join(services.dataDir, "index.db"), { readOnly: true });
      const scopes = index.prepare("SELECT name FROM scopes WHERE name LIKE 'files/%'").all();
      index.close();
      return scopes.map(({ name }) => name);
    };
    expect(listScopes()).toEqual([`files/owner/${id}`]);
    await services.library.delete("owner", id);
    expect(listScopes()).toEqual([]);
  });

  it("refuses a message with a file that is not the person's, and lets go of the others", async () => {
    const { services, add } = await open();
    const id = await add("a.html", "<p>Words enough to be read.</p>");
    await expect(services.runs.start("owner", toAsked(id, "nothing"))).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(services.runs.start("somebody", toAsked(id))).rejects.toMatchObject({ code: "not_found" });
    const { reply } = await services.runs.start("owner", { ...toAsked(id), id: "c2" });
    await reply;
  });

  it("has the handbook from what ships with it", async () => {
    const { services } = await open();
    const { documents } = await services.library.listDocuments("owner", "handbook", { limit: 50 });
    const names = documents.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["README.md", "documents.md", "using.md"]));
    expect(names).not.toContain("architecture.md");
    const text = await services.library.getText("owner", "handbook-configuration");
    expect(text.document.title).not.toBe("");
    await expect(services.library.getText("owner", "handbook-nothing")).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
