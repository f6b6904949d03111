import { AppError, toAppError } from "@/lib/errors";
import { readByRoutes, type Route } from "@/lib/net/read-chain";
import { getFailure } from "@/lib/net/response-failure";
import { describe, expect, it } from "vitest";

describe("what helps with what", () => {
  const clear = {
    kind: "html",
    title: "Log",
    site: "log.test",
    markdown: "Open every day.",
    isCut: false,
    isThin: false,
    url: "http://log.test/",
    isPrivate: false,
  } as const;
  const failWith = (status: number) => () => Promise.reject(getFailure(status, undefined, "log.test"));
  const options = { signal: new AbortController().signal, now: () => 0 };

  async function readFirst(direct: Route) {
    const asked: string[] = [];
    const fail = (name: string) => () => {
      asked.push(name);
      return Promise.reject(new AppError("page_unavailable", "No."));
    };
    const outcome = await readByRoutes(
      "http://log.test/",
      { direct, browser: fail("browser"), reader: fail("reader"), archive: fail("archive") },
      options,
    ).catch(toAppError);
    return { asked, outcome };
  }

  it.each([
    [401, ["reader", "archive"]],
    [403, ["reader", "archive"]],
    [451, ["reader", "archive"]],
    [429, ["reader", "archive"]],
    [503, ["reader", "archive"]],
    [500, ["reader", "archive"]],
    [404, ["archive"]],
    [410, ["archive"]],
    [400, []],
    [418, []],
  ])("is tried in order after a status of %i: %j", async (status, expected) => {
    expect((await readFirst(failWith(status))).asked).toEqual(expected);
  });

  it.each(["address_refused", "too_large", "unsupported_media", "page_refused"] as const)(
    "is nothing after %s",
    async (code) => {
      expect((await readFirst(() => Promise.reject(new AppError(code, "No.")))).asked).toEqual([]);
    },
  );

  it("is the browser first for a page with hardly any text, which is given as it is when nothing helps", async () => {
    const { asked, outcome } = await readFirst(() => Promise.resolve({ ...clear, isThin: true }));
    expect(asked).toEqual(["browser", "reader", "archive"]);
    expect(outcome).toMatchObject({
      route: "direct",
      attempts: [{ route: "browser" }, { route: "reader" }, { route: "archive" }],
    });
  });

  it("is over when the time for all routes is over, with what was found by then", async () => {
    const hang: Route = (_url, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new AppError("aborted", "Stopped."))),
      );
    const direct: Route = () => Promise.resolve({ ...clear, isThin: true });
    const page = await readByRoutes(
      "http://log.test/",
      { direct, browser: hang },
      { ...options, limitMs: 50 },
    );
    expect(page).toMatchObject({
      route: "direct",
      attempts: [{ route: "browser", message: "There was no time left." }],
    });
  });
});
