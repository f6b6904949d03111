import type { CDPSession } from "@playwright/test";

/** Until a moment, in ms after the page was asked for; the body as transferred, compressed, without headers. */
export type ScriptMeter = { bytesUntil: (ms: number) => number };

type Script = { headerBytes: number; endedAt: number; bytes: number };

/** Counts every script that the page asks for, by whatever tag or import. */
export async function startScriptMeter(devtools: CDPSession): Promise<ScriptMeter> {
  const scripts = new Map<string, Script>();
  let beganAt = Number.NaN;
  devtools.on("Network.requestWillBeSent", ({ type, timestamp }) => {
    if (type === "Document" && Number.isNaN(beganAt)) beganAt = timestamp;
  });
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type !== "Script" && !response.mimeType.includes("javascript")) return;
    scripts.set(requestId, { headerBytes: response.encodedDataLength, endedAt: Infinity, bytes: 0 });
  });
  devtools.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script) Object.assign(script, { endedAt: timestamp, bytes: encodedDataLength - script.headerBytes });
  });
  await devtools.send("Network.enable");
  return {
    bytesUntil: (ms) =>
      [...scripts.values()]
        .filter(({ endedAt }) => (endedAt - beganAt) * 1000 <= ms)
        .reduce((total, { bytes }) => total + bytes, 0),
  };
}
