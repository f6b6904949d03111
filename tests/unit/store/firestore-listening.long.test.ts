import { describe, expect, it, vi } from "vitest";
import {
  type Listener,
  openListening,
  type Response,
  toChange,
  toFilter,
  toMoment,
  toRemoval,
  toTargetChange,
} from "./listen-server";
import { waitFor, waitForIds, watchDocument, watchLog } from "./watch-contract";

vi.setConfig({ testTimeout: 30_000 });

const current = toTargetChange("CURRENT");

describe("what the listen stream of Firestore says", () => {
  it("is told when it is whole, and not before", async () => {
    const { store, next } = await openScripted();
    const seen = watchLog(store, "log", null);
    const stream = await next();
    stream.send(toTargetChange("ADD"), toChange("log/b", 1), toMoment(5));
    stream.send(toChange("log/c", 2), toChange("log/a", 3), toRemoval("log/c"), current);
    stream.send(
      { targetChange: { targetIds: [1], readTime: { seconds: 6 } } },
      toChange("log/d", 4),
      toMoment(7),
    );
    await waitForIds(seen, ["a", "b", "d"]);
  });

  it("gives a document the moment of its snapshot", async () => {
    const { store, next } = await openScripted();
    const seen = watchDocument(store, "users/u1");
    (await next()).send(toChange("users/u1", 3), current, toMoment(10));
    await waitFor(seen, [{ version: 3 }]);
    expect(seen.last()).toMatchObject({ updatedAt: 3000, readAt: 10_000 });
  });

  it("names the database, so that it reaches it", async () => {
    const { store, next } = await openScripted();
    watchDocument(store, "users/u1");
    expect((await next()).metadata.get("x-goog-request-params")).toEqual([
      "database=projects%2Flistening%2Fdatabases%2F(default)",
    ]);
  });

  it("is asked for again after a reset: a document that is not told again is gone", async () => {
    const { store, next } = await openScripted();
    const seen = watchDocument(store, "users/u1");
    const first = await next();
    first.send(toChange("users/u1", 1), current, toMoment(5));
    await waitFor(seen, [{ version: 1 }]);
    first.send(toTargetChange("RESET"));
    const second = await next();
    second.send(toChange("users/u1", 2), current, toMoment(7));
    await waitFor(seen, [{ version: 1 }, { version: 2 }]);
    second.send(toTargetChange("RESET"));
    (await next()).send(current, toMoment(8));
    await waitFor(seen, [{ version: 1 }, { version: 2 }, null]);
  });

  it("is whole although a reset came among its first documents and none of them again", async () => {
    const { store, next } = await openScripted();
    const seen = watchLog(store, "log", null);
    const all = [toChange("log/a", 1), toChange("log/b", 2)];
    const [first, ...rest] = all;
    (await next()).send(first ?? {}, toTargetChange("RESET"), ...rest, current, toMoment(5));
    (await next()).send(...all, current, toMoment(6));
    await waitForIds(seen, ["a", "b"]);
  });

  const ends: [string, (stream: Listener) => void][] = [
    [
      "the target is taken away",
      (stream) =>
        stream.send({ targetChange: { ...toTargetChange("REMOVE").targetChange, cause: { code: 7 } } }),
    ],
    ["its count of documents is another", (stream) => stream.send(toFilter(7))],
    ["it is closed as unavailable", (stream) => stream.fail(14)],
    ["it is closed for want of permission", (stream) => stream.fail(7)],
  ];
  it.each(ends)("is asked for again, from the last one told, when %s", async (_name, end) => {
    const { store, next } = await openScripted();
    const seen = watchLog(store, "runs/r/log", "00");
    const first = await next();
    expect(toStart(first)).toMatch(/\/documents\/runs\/r\/log\/00$/);
    first.send(
      toChange("runs/r/log/01", 1),
      toChange("runs/r/log/02", 2),
      current,
      toMoment(5),
      toChange("runs/r/log/03", 3),
    );
    await waitForIds(seen, ["01", "02"]);
    end(first);
    const second = await next();
    expect(toStart(second)).toMatch(/\/documents\/runs\/r\/log\/02$/);
    second.send(toChange("runs/r/log/03", 3), toChange("runs/r/log/04", 4), current, toMoment(6));
    await waitForIds(seen, ["01", "02", "03", "04"]);
  });

  it("goes on when its count of documents is right", async () => {
    const { store, next } = await openScripted();
    const seen = watchDocument(store, "users/u1");
    const stream = await next();
    stream.send(
      toChange("users/u1", 1),
      current,
      toMoment(5),
      toFilter(1),
      toRemoval("users/u1"),
      toFilter(0),
      toMoment(6),
    );
    await waitFor(seen, [{ version: 1 }, null]);
  });

  it("is not told again when a new stream finds the document as it was", async () => {
    const { store, next } = await openScripted();
    const seen = watchDocument(store, "users/u1");
    const whole: Response[] = [toChange("users/u1", 1), current, toMoment(5)];
    const first = await next();
    first.send(...whole);
    await waitFor(seen, [{ version: 1 }]);
    first.fail(14);
    const second = await next();
    second.send(...whole, toChange("users/u1", 2), toMoment(6));
    await waitFor(seen, [{ version: 1 }, { version: 2 }]);
  });

  it("is asked for again when it never comes", async () => {
    const { store, next } = await openScripted();
    const seen = watchDocument(store, "users/u1");
    await next();
    (await next()).send(current, toMoment(5));
    await waitFor(seen, [null]);
  });

  it("leaves room for calls on a server that takes 100 streams on a connection", async () => {
    const store = await openListening((stream) => stream.send(current, toMoment(5)), {
      "grpc.max_concurrent_streams": 100,
    });
    const seen = Array.from({ length: 220 }, (_, n) => watchDocument(store, `users/u${n}`));
    await Promise.all(seen.map((each) => waitFor(each, [null])));
    expect(await store.find("users/u1")).toBeNull();
  });
});

function toStart({ target }: Listener): string | null | undefined {
  return target.query?.structuredQuery?.startAt?.values?.[0]?.referenceValue;
}

/** A store and the streams that it opens, one after the other. */
async function openScripted() {
  const opened: Listener[] = [];
  const waiting: ((stream: Listener) => void)[] = [];
  const store = await openListening((stream) => {
    const taker = waiting.shift();
    if (taker) taker(stream);
    else opened.push(stream);
  });
  const next = async () => opened.shift() ?? new Promise<Listener>((resolve) => waiting.push(resolve));
  return { store, next };
}
