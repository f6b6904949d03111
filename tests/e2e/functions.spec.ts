import { expect, test } from "@playwright/test";
import { listHeaviest, measureFunctions } from "@/scripts/lib/measure-functions.mjs";

const distDir = process.env["NEXT_DIST_DIR"] ?? ".next-test";
/** A function on Vercel may hold 250 MB. */
const longest = 200_000_000;
const toMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

test("every route fits into a function of 200 MB, unzipped, with nothing of a person's in it", () => {
  const sizes = measureFunctions(distDir);
  const [largest] = sizes;
  console.info(
    sizes
      .map(({ route, bytes, zipped }) => `${toMegabytes(bytes)} (${toMegabytes(zipped)} zipped) ${route}`)
      .join("\n"),
  );
  console.info(
    `In the largest: ${
      largest
        ? listHeaviest(largest)
            .map(([name, bytes]) => `${name} ${toMegabytes(bytes)}`)
            .join(", ")
        : "none"
    }`,
  );
  expect(sizes.map(({ route }) => route)).toContain("/api/chat");
  expect(sizes.filter(({ bytes }) => bytes > longest).map(({ route }) => route)).toEqual([]);
  const files = new Set(sizes.flatMap((size) => size.files));
  expect(
    [...files].filter((file) => /^(data|tests|docs\/[^/]+|tools|test-results)\/|^\.env/.test(file)),
  ).toEqual([]);
});
