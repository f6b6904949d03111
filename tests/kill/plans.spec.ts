import { test } from "@playwright/test";
import { noEmulator, startFirestoreEmulator } from "@/tests/support/firestore-emulator";
import { cutPlans, expectWholePlans, planCuts } from "./cut-plans";
import { openEmbeddedPlace, openFirestorePlace } from "./places";

const atOnce = 4;

test("on the embedded store a plan comes to its whole from a kill at each of its moments", async () => {
  expectWholePlans("embedded", await cutPlans(planCuts, openEmbeddedPlace));
});

test("on Firestore another server goes on with the plans of one that was killed at each of their moments", async () => {
  const emulator = await startFirestoreEmulator();
  // Said aloud, and shown as skipped in the report.
  test.skip(emulator === null, noEmulator);
  if (emulator === null) return;
  try {
    // Few at once: a model that is held for half a minute is given up.
    for (let first = 0; first < planCuts.length; first += atOnce)
      expectWholePlans(
        "Firestore",
        await cutPlans(planCuts.slice(first, first + atOnce), (options) =>
          openFirestorePlace(emulator, options),
        ),
      );
  } finally {
    await emulator.close();
  }
});
