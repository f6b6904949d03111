import { expect, it } from "vitest";
import { withoutInside } from "@/lib/features/web/web";

it("a page from outside does not choose a picture inside the own network", () => {
  const inside = "http://wiki.intern:8080";
  const pictures = [
    { url: "https://a.example/p.png", pageUrl: "https://a.example/" },
    { url: `${inside}/p.png`, pageUrl: `${inside}/page` },
    { url: `${inside}/delete?id=1`, pageUrl: "https://a.example/" },
    // Of an engine that names no page.
    { url: `${inside}/delete?id=2`, pageUrl: `${inside}/delete?id=2` },
  ].map((picture) => ({ ...picture, title: "T", site: "S" }));
  const answer = { engine: "E", results: [], served: [], failed: [], notes: [], costMicroUsd: 0 };
  expect(
    withoutInside({ ...answer, pictures }, ["wiki.intern:8080"]).pictures?.map(({ url }) => url),
  ).toEqual(["https://a.example/p.png", `${inside}/p.png`]);
  expect(withoutInside(answer, [])).toEqual(answer);
});
