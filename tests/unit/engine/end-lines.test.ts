import { expect, it } from "vitest";
import { localOwner } from "@/lib/features/accounts/auth/local-owner";
import { AppError } from "@/lib/errors";
import { openStore } from "@/lib/store/open";
import type { Store } from "@/lib/store/store";
import { readLog } from "@/tests/support/read-log";
import { ask, call, closeAfter, openWith, text } from "@/tests/support/scripted-services";
import { openTestServices, toQuestion } from "@/tests/support/test-services";
import type { Script } from "@/tests/support/wire/reply";

const secret = "the-secret-words";
const question = `What is 2 + 2, ${secret}?`;
const calculating = call("calculate", { expression: "2+2", reason: secret });

async function open(script: Script) {
  const read = readLog();
  const { services } = await openWith(script, { LOG_LEVEL: "info" });
  return { services, read: () => read("run_ended") };
}

it("a run's end is one line of ids, names of the site's own and numbers", async () => {
  const { services, read } = await open(({ turn }) => (turn === 0 ? calculating : text(`4, ${secret}.`)));
  const runId = (await ask(services, question)).metadata?.runId;
  const line = {
    ...{ level: "info", runId, personId: "owner", model: "local:test", outcome: "completed", reason: null },
    ...{ ms: expect.any(Number), tokens: { input: 40, output: 10 }, costUsd: 0, rounds: 2 },
  };
  await expect.poll(read).toEqual([expect.objectContaining(line)]);
  expect(JSON.stringify(read())).not.toContain(secret);
});

it("a run that fails ends with one line, too, without what the vendor said", async () => {
  const { services, read } = await open(() => ({ status: 401, message: secret }));
  await ask(services, question);
  await expect.poll(read).toMatchObject([{ outcome: "failed" }]);
  expect(JSON.stringify(read())).not.toContain(secret);
});

it("so does one that reaches a limit", async () => {
  const { services, read } = await open(({ turn }) => (turn === 0 ? calculating : text("4.")));
  const { version } = await services.readSettings();
  await services.saveSettings({ maxIterations: 1 }, version, localOwner);
  await ask(services, question);
  await expect.poll(read).toMatchObject([{ outcome: "limited", reason: "iterations" }]);
});

it("so does one that its person stops", async () => {
  const asked = Promise.withResolvers<void>();
  const { services, read } = await open(() => {
    asked.resolve();
    return { ...text("It", " is"), stallAfter: 1 };
  });
  const { reply } = await services.runs.start("owner", toQuestion(question));
  await asked.promise;
  await services.runs.stop("owner", "c1");
  await reply;
  await expect.poll(read).toMatchObject([{ outcome: "stopped" }]);
});

it("so does one whose reply no store takes", async () => {
  const read = readLog();
  const services = await openTestServices({ LOG_LEVEL: "info" }, undefined, {
    openStore: async (config) => refuseReplies(await openStore(config)),
  });
  closeAfter({ close: () => services.dispose() });
  await ask(services, question);
  await expect.poll(() => read("run_ended")).toMatchObject([{ outcome: "interrupted", reason: "internal" }]);
});

/** A store that takes no document with an answer's text. */
function refuseReplies(store: Store): Store {
  const judge = (data: unknown) => {
    const text = JSON.stringify(data) ?? "";
    if (text.includes('"role":"assistant"') && /type\\*":\\*"text/.test(text))
      throw new AppError("too_large", "This is more than one document may hold.");
  };
  const judged = <TARGET extends object>(target: TARGET): TARGET =>
    new Proxy(target, {
      get: (methods, name) => {
        const method: unknown = Reflect.get(methods, name);
        if (typeof method !== "function") return method;
        return (...given: unknown[]): unknown => {
          judge(given);
          return method(...given);
        };
      },
    });
  return {
    ...store,
    batch: async (writes) => (judge(writes), store.batch(writes)),
    transaction: (work) => store.transaction((tx) => work(judged(tx))),
  };
}
