import { describe, it } from "vitest";
import { emulator, expectSilentIsTaken, openFirestoreLab } from "./lease-lab";

describe.skipIf(emulator === null)("a lease in Firestore, whose clock nobody can set", () => {
  it("is taken when its worker was silent, whatever the clocks of those say who ask", async () =>
    expectSilentIsTaken(await openFirestoreLab()));
});
