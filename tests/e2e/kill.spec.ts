import { test } from "@playwright/test";
import { noEmulator, startFirestoreEmulator } from "@/tests/support/firestore-emulator";
import type { Wording } from "@/tests/support/wire/two-step-run";
import { cutPlans, expectWholePlans, planCuts } from "@/tests/kill/cut-plans";
import { cutRuns } from "@/tests/kill/cut-runs";
import { listPlaces, type Cut } from "@/tests/kill/held-provider";
import { cutAtTheEnds, cutDuringTools } from "@/tests/kill/moments";
import { openEmbeddedPlace, openFirestorePlace } from "@/tests/kill/places";
import { expectWhole } from "@/tests/kill/expect-whole";

const { frames, borders } = listPlaces();
const randomPlaces = 20;

function toCuts(places: readonly number[], again: Wording): Cut[] {
  return places.map((holdAfter) => ({ name: `cut-${holdAfter}-${again}`, holdAfter, first: "plain", again }));
}

/** Every part's border and some places between, each time others. */
function pickPlaces(): number[] {
  const others = Array.from({ length: frames }, (_, index) => index).filter(
    (index) => !borders.includes(index),
  );
  const picked = Array.from(
    { length: Math.min(randomPlaces, others.length) },
    () => others.splice(Math.floor(Math.random() * others.length), 1)[0] ?? 0,
  );
  return [...borders, ...picked];
}

test("a killed server's replies come to their whole after the next start, whatever the model says when it is asked again", async () => {
  const places = pickPlaces();
  for (const again of ["plain", "other"] as const)
    expectWhole("embedded", await cutRuns(toCuts(places, again), openEmbeddedPlace));
});

test("a server killed at the first or the last moment of a reply, or while tools work, leaves it whole all the same", async () => {
  expectWhole("embedded, at the ends", await cutAtTheEnds(openEmbeddedPlace));
  expectWhole("embedded, during tools", await cutDuringTools(openEmbeddedPlace));
});

test("a plan whose server is killed amid its steps, its picture or its answer comes to its whole @core", async () => {
  const names = ["plan-all-amid", "plan-drawing", "plan-answer-amid"];
  const cuts = planCuts.filter(({ name }) => names.includes(name));
  expectWholePlans("embedded", await cutPlans(cuts, openEmbeddedPlace));
});

test("another server on the same Firestore takes over the replies of a killed one when its lease is over", async () => {
  const emulator = await startFirestoreEmulator();
  // Said aloud, and shown as skipped in the report.
  test.skip(emulator === null, noEmulator);
  if (emulator === null) return;
  try {
    expectWhole(
      "Firestore",
      await cutRuns(toCuts(borders, "other"), (options) => openFirestorePlace(emulator, options)),
    );
  } finally {
    await emulator.close();
  }
});
