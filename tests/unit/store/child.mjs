// A process of its own around the store: `node child.mjs <what> <folder>`, for tests that need a second process or a death.
import { writeSync } from "node:fs";
import { openEmbeddedStore } from "@/lib/store/embedded";
import { openFirestoreStore } from "@/lib/store/firestore";

const [what, dataDir] = process.argv.slice(2);
const actions = {
  hold,
  writeForever,
  tryToOpen,
  tryToOpenAsNobody,
  fill,
  watchAndClose,
  watchOnly,
  closeWhileAway,
};
await actions[what]();

async function hold() {
  await openEmbeddedStore({ dataDir });
  say("open");
  setInterval(() => {}, 1000);
}

async function writeForever() {
  const store = await openEmbeddedStore({ dataDir });
  for (let writer = 0; writer < 8; writer += 1) void writePairs(store, writer);
}

async function writePairs(store, writer) {
  for (let n = 0; ; n += 1) {
    const id = `${writer}-${n}`;
    const data = { n, text: "x".repeat(n % 5000) };
    await store.batch(["left", "right"].map((side) => ({ kind: "create", path: `${side}/${id}`, data })));
    say(id);
  }
}

async function tryToOpen() {
  say(await openEmbeddedStore({ dataDir }).then(() => "opened", toText));
}

/** Root may write anything, so it becomes somebody else. */
async function tryToOpenAsNobody() {
  if (process.getuid?.() === 0) process.setuid(65534);
  await tryToOpen();
}

async function fill() {
  const store = await openEmbeddedStore({ dataDir });
  let saved = 0;
  const failure = await saveUntilFull();
  await store.set("small/after", { saved });
  say(JSON.stringify({ saved, failure, after: await store.find("small/after").then((found) => found.data) }));
  await store.close();

  async function saveUntilFull() {
    for (;;) {
      const neighbour = saved === 0 ? Promise.resolve() : store.set(`neighbour/n${saved}`, {});
      try {
        await Promise.all([store.set(`big/b${saved}`, { text: "x".repeat(900_000) }), neighbour]);
      } catch (error) {
        return toText(error);
      }
      saved += 1;
    }
  }
}

/** Here the second argument is the emulator's host. */
async function watchAndClose() {
  const store = await openFirestoreStore({ projectId: `child-${process.pid}`, emulatorHost: dataDir });
  store.watchNew("log", null, () => {});
  const { promise, resolve } = Promise.withResolvers();
  store.watch("users/u1", resolve);
  await promise;
  say("told");
  await store.close();
  say("closed");
}

async function watchOnly() {
  const store = await openFirestoreStore({ projectId: "watched", emulatorHost: dataDir });
  store.watch("users/u1", (document) => say(JSON.stringify(document?.data ?? null)));
}

async function closeWhileAway() {
  const store = await openFirestoreStore({ projectId: `child-${process.pid}`, emulatorHost: dataDir });
  store.watch("users/u1", () => say("told"));
  await store.check().catch(() => {});
  await store.close();
  say("closed");
}

function toText(error) {
  return `${error.code}: ${error.message}`;
}

function say(line) {
  writeSync(1, `${line}\n`);
}
