import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import { findStep, step, toScript } from "@/tests/support/planned-script";
import { closeAfter, read, textOf } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion, type TestServices } from "@/tests/support/test-services";
import { startProviderServer } from "@/tests/support/wire/provider-server";
import type { ProviderRequest, Reply } from "@/tests/support/wire/reply";
import { allow, draw, picture, planOf, statuses } from "./open-planned";

const plan = [step("north"), step("picture"), step("south"), step("compare", [1, 2, 3])];
const whole = { north: "completed", picture: "completed", south: "completed", compare: "completed" };

/** Three steps at once, one of which has a picture made, then one that needs them all. */
const script = async (request: ProviderRequest): Promise<Reply> => {
  if (request.kind === "image") return picture;
  const isFirst = !JSON.stringify(request.body).includes('"role":"tool"');
  return toScript({ plans: [plan], steps: { picture: [isFirst ? draw : "There it is."] } })(request);
};

const env = { MODEL_MAIN: "local:test", MODEL_LITE: "offline:guide", MODEL_IMAGE: "local:image" };
const question = { ...toQuestion("Which ferry?"), options: { plan: "always" as const } };

async function startModel() {
  const provider = await startProviderServer(script);
  closeAfter(provider);
  return { provider, env: { ...env, LOCAL_BASE_URL: `${provider.url}/v1` } };
}

/** The steps that are done before anybody goes on. */
async function listDone(services: TestServices): Promise<string[]> {
  const { activeRunId } = await read(services);
  const plan = await services.runs.getPlan("owner", activeRunId ?? "").catch(() => null);
  return (plan?.steps ?? []).flatMap(({ title, status }) => (status === "completed" ? [title] : []));
}

/** What a process that is killed leaves on the disk, at each of its writes. */
async function keepImages() {
  const folder = await mkdtemp(path.join(tmpdir(), "sextant-images-"));
  closeAfter({ close: () => rm(folder, { recursive: true, force: true }) });
  const images: { folder: string; asked: number; pictures: number }[] = [];
  const { provider, env: own } = await startModel();
  let dataDir = "";
  // Between two turns of this process nothing is written: the copy is what a kill leaves.
  const copy = () => {
    const image = path.join(folder, String(images.length));
    cpSync(dataDir, image, { recursive: true, filter: (file) => !path.basename(file).includes("lock") });
    const pictures = provider.requests.filter(({ kind }) => kind === "image").length;
    images.push({ folder: image, asked: provider.requests.length, pictures });
  };
  const keep = (store: Store): Store => ({
    ...store,
    async create(place, data) {
      await store.create(place, data);
      if (place.includes("/log/")) copy();
    },
    async transaction(work) {
      const result = await store.transaction(work);
      copy();
      return result;
    },
  });
  const services = await openTestServices(own, undefined, {
    async openStore(config) {
      if (config.driver === "embedded") dataDir = config.dataDir;
      return keep(await openStore(config));
    },
  });
  closeAfter({ close: () => services.dispose() });
  const started = await services.runs.start("owner", question);
  await allow(services);
  return { images, reply: await started.reply, requests: provider.requests };
}

describe("a process that is killed while it follows a plan", () => {
  it("leaves at every write what another goes on with: nothing that is done is done again, no side effect twice", async () => {
    const { images, reply, requests } = await keepImages();
    expect(statuses(reply)).toEqual(whole);
    expect(requests.filter(({ kind }) => kind === "image")).toHaveLength(1);
    let begun = 0;
    for (const [index, image] of images.entries()) {
      const { provider, env: own } = await startModel();
      const services = await openTestServices(own, image.folder);
      const done = await listDone(services);
      const taken = await services.runs.sweep();
      await allow(services);
      await Promise.all(taken);
      await expect.poll(async () => (await read(services)).activeRunId, { timeout: 10_000 }).toBeNull();
      const { messages } = await read(services);
      const made = messages.at(-1);
      const pictures = provider.requests.filter(({ kind }) => kind === "image").length;
      expect({ index, pictures: image.pictures + pictures }).toEqual({
        index,
        pictures: Math.min(1, image.pictures + pictures),
      });
      if (made?.role !== "assistant") continue;
      begun += 1;
      expect({ index, statuses: statuses(made), text: textOf(made) }).toEqual({
        index,
        statuses: whole,
        text: "All told.",
      });
      expect(planOf(made)?.steps.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]);
      const again = provider.requests.flatMap(({ body }) => findStep(JSON.stringify(body)) ?? []);
      expect({ index, again }).toEqual({ index, again: again.filter((title) => !done.includes(title)) });
      await services.dispose();
    }
    expect(begun).toBeGreaterThan(10);
    console.info(`a plan was killed at ${images.length} writes; ${begun} of these had begun`);
  }, 120_000);
});
