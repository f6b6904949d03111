import { expect, it } from "vitest";
import { z } from "zod";
import { readBody } from "@/lib/http/read-body";

const read = (body: string) =>
  readBody(new Request("http://127.0.0.1/", { method: "POST", body }), z.object({ name: z.string() }));

it.each([
  ["half of a pair", String.raw`{"name":"a\ud800b"}`, "a\uFFFDb"],
  ["the other half", String.raw`{"name":"\uDC00"}`, "\uFFFD"],
  ["a pair", String.raw`{"name":"\ud83d\ude00"}`, "😀"],
  ["a pair as it stands", '{"name":"😀"}', "😀"],
])("a text from outside holds whole characters: %s", async (_, body, name) => {
  expect(await read(body)).toEqual({ name });
});
