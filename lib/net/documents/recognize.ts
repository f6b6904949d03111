import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createCanvas, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import { imageSize } from "image-size";
import { createIsomorphicCanvasFactory } from "unpdf";
import type {
  default as OpenCore,
  TesseractApi,
  TesseractModule,
} from "tesseract.js-core/tesseract-core-simd-lstm.wasm.js";
import { AppError } from "@/lib/errors";
import type { PictureInput, RecognizedText } from "./document";
import { openPdf } from "./open-pdf";
import { cjkEnd, cjkStart } from "./pdf-lines";

/** The longer side of what is recognized, in pixels: about 240 to the inch of an A4 page. */
const side = 2_800;
/** Decoded it takes four bytes for each. */
const mostPixels = 50_000_000;

/**
 * The text in a picture, or in the picture of a PDF's page; empty where there is none. It takes some seconds
 * of this thread, and up to 400 MB. Makes no requests: the languages' data are packages.
 */
export async function recognize({ bytes, page, password, languages }: PictureInput): Promise<RecognizedText> {
  const picture = page === null ? await drawPicture(bytes) : await drawPage(bytes, page, password);
  const grey = toGreyMap(picture);
  if (grey === null) return { text: "", confidence: 0 };
  const { core, api } = await openEngine(languages);
  core.FS.writeFile("/input", grey);
  api.SetImageFile(1, 0);
  api.Recognize(null);
  const found = { text: joinCharacters(api.GetUTF8Text()), confidence: api.MeanTextConf() };
  api.Clear();
  return found;
}

async function drawPicture(bytes: Uint8Array): Promise<SKRSContext2D> {
  const { width, height } = imageSize(bytes);
  if (width * height > mostPixels) throw new AppError("too_large", "The picture has too many pixels.");
  const image = await loadImage(bytes);
  const scale = Math.min(side / Math.max(image.width, image.height), 2);
  const [drawnWidth, drawnHeight] = [toPixels(image.width * scale), toPixels(image.height * scale)];
  const context = createCanvas(drawnWidth, drawnHeight).getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, drawnWidth, drawnHeight);
  context.drawImage(image, 0, 0, drawnWidth, drawnHeight);
  return context;
}

async function drawPage(
  bytes: Uint8Array,
  number: number,
  password: string | undefined,
): Promise<SKRSContext2D> {
  const CanvasFactory = await createIsomorphicCanvasFactory(() => import("@napi-rs/canvas"));
  const pdf = await openPdf(bytes, password, { CanvasFactory, maxImageSize: mostPixels });
  try {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: side / Math.max(width, height, 1) });
    const canvas = createCanvas(toPixels(viewport.width), toPixels(viewport.height));
    const context = canvas.getContext("2d");
    // The library's types are those of browsers; both have the same methods.
    await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
    return context;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

function toPixels(length: number): number {
  return Math.max(1, Math.round(length));
}

/** As a portable grey map (PGM); `null` for a picture of a single colour. */
function toGreyMap(context: SKRSContext2D): Uint8Array | null {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
  const map = new Uint8Array(head.length + width * height);
  map.set(head);
  let isPlain = true;
  for (let place = 0; place < width * height; place += 1) {
    const at = place * 4;
    const grey = ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 150 + (data[at + 2] ?? 0) * 29) >> 8;
    isPlain &&= Math.abs(grey - (map[head.length] ?? 0)) < 8 || place === 0;
    map[head.length + place] = grey;
  }
  return isPlain ? null : map;
}

type Engine = { languages: string; core: TesseractModule; api: TesseractApi };
/** The one of this thread, which reads one picture after the other. */
let engine: Engine | null = null;

async function openEngine(languages: readonly string[]): Promise<Engine> {
  const wanted = languages.join("+");
  if (engine?.languages === wanted) return engine;
  const core = await loadCore()({ print: () => undefined, printErr: () => undefined });
  for (const language of languages) core.FS.writeFile(`${language}.traineddata`, readLanguage(language));
  const api = new core.TessBaseAPI();
  if (api.Init(null, wanted, lstmOnly) !== 0)
    throw new AppError("configuration", `Text in the languages ${wanted} cannot be recognized.`);
  api.SetVariable("tessedit_pageseg_mode", "3");
  engine = { languages: wanted, core, api };
  return engine;
}

/** One of the package's six cores, by its name: a bundler would take all of them along. */
function loadCore(): typeof OpenCore {
  const load = createRequire(join(/* turbopackIgnore: true */ process.cwd(), "package.json"));
  const name = "tesseract.js-core/tesseract-core-simd-lstm.wasm.js";
  return load(/* turbopackIgnore: true */ name) as typeof OpenCore;
}

const lstmOnly = 1;

/** Of the package `@tesseract.js-data/…`, in the folder in which the server is started. */
function readLanguage(language: string): Uint8Array {
  const packages = join(/* turbopackIgnore: true */ process.cwd(), "node_modules", "@tesseract.js-data");
  return gunzipSync(readFileSync(join(packages, language, "4.0.0_best_int", `${language}.traineddata.gz`)));
}

/** The recognition puts a blank between the characters of scripts that have none. */
function joinCharacters(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(toJoined).join(""))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function toJoined(word: string, index: number, words: readonly string[]): string {
  const before = words[index - 1];
  return before === undefined || (cjkEnd.test(before) && cjkStart.test(word)) ? word : ` ${word}`;
}
