import type { ContextPiece, Contribution, GivenText, Room } from "@/lib/engine/feature";

type Contributions = readonly Contribution[];

const listPieces = (contributions: Contributions, at: ContextPiece["at"]): ContextPiece[] =>
  contributions.flatMap(({ pieces = [] }) => pieces.filter((piece) => piece.at === at));

/** Whole. */
export function listTextsAt(contributions: Contributions, at: ContextPiece["at"]): GivenText[] {
  return listPieces(contributions, at).flatMap(({ texts }) => texts);
}

/** As the model is given them. */
export function writePieces(contributions: Contributions, at: ContextPiece["at"], room: Room): string[] {
  return listPieces(contributions, at)
    .map((piece) => piece.write(room))
    .filter((text) => text !== "");
}

/** What may be cited from the start, with its text. */
export function listCitable(contributions: Contributions) {
  return listTextsAt(contributions, "question").flatMap(({ source, ...text }) =>
    source === undefined ? [] : [{ ...text, source }],
  );
}

/** For a step of a plan, which knows only its task. */
export function withoutPerson({ named: _, pieces = [], ...rest }: Contribution): Contribution {
  return { ...rest, pieces: pieces.filter(({ at }) => at !== "person") };
}
