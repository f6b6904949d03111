/** The parts of the recognition that are used; its package brings no types. */
declare module "tesseract.js-core/tesseract-core-simd-lstm.wasm.js" {
  export type TesseractApi = {
    /** 0 where it worked. */
    Init: (path: null, languages: string, mode: number) => number;
    SetVariable: (name: string, value: string) => boolean;
    /** Reads `/input`; turned by so many radians. */
    SetImageFile: (orientation: number, angle: number) => number;
    Recognize: (monitor: null) => number;
    GetUTF8Text: () => string;
    /** Of its words, 0 to 100. */
    MeanTextConf: () => number;
    Clear: () => void;
  };
  export type TesseractModule = {
    FS: { writeFile: (path: string, content: Uint8Array) => void };
    TessBaseAPI: new () => TesseractApi;
  };
  const open: (options: { print: () => void; printErr: () => void }) => Promise<TesseractModule>;
  export { open as default };
}
