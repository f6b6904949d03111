import { test } from "@playwright/test";
import { noEmulator, startFirestoreEmulator } from "@/tests/support/firestore-emulator";
import type { Wording } from "@/tests/support/wire/two-step-run";
import { cutRuns, type CutResult } from "./cut-runs";
import { expectWhole } from "./expect-whole";
import { listPlaces, type Cut } from "./held-provider";
import { cutAtTheEnds, cutDuringTools } from "./moments";
import { openEmbeddedPlace, openFirestorePlace, type Place, type PlaceOptions } from "./places";

const everyIndex = Array.from({ length: listPlaces().frames }, (_, index) => index);
const wordings = ["plain", "other"] as const;

/** One after the other, so that each group has runs of both steps. */
function toGroups(again: Wording, groupCount: number): Cut[][] {
  const cuts = everyIndex.map((holdAfter): Cut => ({
    name: `cut-${holdAfter}-${again}`,
    holdAfter,
    first: "plain",
    again,
  }));
  return Array.from({ length: groupCount }, (_, group) =>
    cuts.filter((_, index) => index % groupCount === group),
  );
}

async function cutAll(
  place: string,
  groups: Cut[][],
  openPlace: (options: PlaceOptions) => Promise<Place>,
): Promise<void> {
  const began = Date.now();
  const results: CutResult[] = [];
  // Each group is killed with its server, or with one of two.
  for (const group of groups) results.push(...(await cutRuns(group, openPlace)));
  expectWhole(place, results);
  expectWhole(`${place}, at the ends`, await cutAtTheEnds(openPlace));
  expectWhole(`${place}, during tools`, await cutDuringTools(openPlace));
  console.info(
    `${place}: ${groups.length + 2} servers killed in ${Math.round((Date.now() - began) / 1000)} s`,
  );
}

test("on the embedded store a reply comes to its whole from a kill at every event of its model", async () => {
  await cutAll(
    "embedded",
    wordings.flatMap((again) => toGroups(again, 4)),
    openEmbeddedPlace,
  );
});

test("on Firestore a reply comes to its whole from a kill at every event of its model", async () => {
  const emulator = await startFirestoreEmulator();
  // Said aloud, and shown as skipped in the report.
  test.skip(emulator === null, noEmulator);
  if (emulator === null) return;
  try {
    await cutAll(
      "Firestore",
      wordings.flatMap((again) => toGroups(again, 6)),
      (options) => openFirestorePlace(emulator, options),
    );
  } finally {
    await emulator.close();
  }
});
