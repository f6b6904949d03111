import type { FileKind } from "./documents";

const endings: Record<FileKind, string> = {
  ...{ pdf: "pdf", docx: "docx docm dotx dotm", pptx: "pptx pptm ppsx potx", epub: "epub" },
  ...{ csv: "csv tsv", markdown: "md markdown", text: "txt log", html: "html htm xhtml" },
  ...{ odt: "odt ott", ods: "ods ots", odp: "odp otp", rtf: "rtf", mail: "eml", notebook: "ipynb" },
  xlsx: "xlsx xlsm xltx",
  json: "json jsonl geojson",
  image: "png jpg jpeg webp gif bmp tiff",
  code: `astro bash bat c cc clj cmake cpp cs css cxx dart diff ex exs fs go gradle graphql groovy h hpp hs ini
    java jl js jsx kt kts less lua m mjs cjs ml mm nim nix patch php pl proto ps1 py r rb rs sass scala scss sh
    sol sql svelte swift tcl tex tf toml ts tsx vb vim vue xml svg yaml yml zig zsh`,
};
const kindsByEnding = new Map(
  Object.entries(endings).flatMap(([kind, all]) =>
    all.split(/\s+/).map((ending) => [ending, kind as FileKind] as const),
  ),
);
const recordings = new Set("mp4 m4v mov avi mkv webm mpeg mpg wmv mp3 m4a wav ogg flac opus aac".split(" "));
const kindsByType: Record<string, FileKind> = {
  ...{ "application/pdf": "pdf", "application/json": "json", "application/xhtml+xml": "html" },
  ...{ "text/html": "html", "text/markdown": "markdown", "image/svg+xml": "code" },
  ...{ "message/rfc822": "mail", "application/rtf": "rtf", "text/rtf": "rtf" },
  "application/x-ipynb+json": "notebook",
  ...{ "text/csv": "csv", "text/tab-separated-values": "csv" },
};

/** In small letters, without the dot; empty where a name has none. */
export function findEnding(name: string): string {
  return /\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** What name and type promise, the name first. `null`: unknown. */
export function guessKind(name: string, mediaType = ""): FileKind | null {
  const known = kindsByEnding.get(findEnding(name)) ?? kindsByType[mediaType];
  if (known !== undefined) return known;
  const [family] = mediaType.split("/");
  return family === "image" || family === "text" ? family : null;
}

/** Films and sound, by their name first: some systems take TypeScript for a film. */
export function isRecording(name: string, mediaType: string): boolean {
  const ending = findEnding(name);
  return recordings.has(ending) || (/^(?:audio|video)\//.test(mediaType) && !kindsByEnding.has(ending));
}
