import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("pictures are drawn by one component alone, which has something in place of one that cannot be shown", () => {
  const drawing = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => /\.tsx?$/.test(path) && /<img\b|"next\/image"/.test(readFileSync(path, "utf8"))),
  );
  expect(drawing).toEqual(["components/ui/picture.tsx"]);
});
