import { describe, it } from "vitest";
import { bodyRoutes, openSite, tryBodies } from "./hostile-bodies";

openSite();

describe("a hostile body of each of 18 shapes, in the place of each field", () => {
  it.each(bodyRoutes)("to %s costs little and gets a short refusal", (route, row) =>
    tryBodies(route, row, true),
  );
});
