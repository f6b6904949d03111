import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { secureSiteHeader, siteHeaders } from "./lib/http/site-headers";

/** Next compiles this file to a module of the older kind, which knows its folder by this name. */
const root = __dirname;

const secureHeaders = {
  source: "/:path*",
  has: [{ type: "header" as const, key: "x-forwarded-proto", value: "https" }],
  headers: [secureSiteHeader],
};

/** Never in a deployed function: pictures are served as they are, and a folder of data holds its secret. */
const untraced = [
  "./node_modules/sharp/**",
  "./node_modules/@img/**",
  "./data/**",
  "./.env*",
  "./.next-*/**",
  "./tests/**",
  "./docs/decisions/**",
  "./docs/media/**",
  "./tools/**",
  // Builds for browsers, and what it would read PDFs and pictures with.
  "./node_modules/officeparser/dist/*browser*",
  "./node_modules/tesseract.js/**",
  // Its functions hold no browser that it could drive.
  ...(process.env.VERCEL ? ["./node_modules/playwright-core/**"] : []),
];

/**
 * What reading documents loads by name when a document needs it: character maps, fonts and decoders of the
 * PDF library, and the data of text recognition. Which languages are installed is the installation's choice.
 */
const traced = [
  "./node_modules/pdfjs-dist/{cmaps,standard_fonts,wasm}/**",
  "./node_modules/tesseract.js-core/{package.json,tesseract-core-simd-lstm.wasm.js}",
  "./node_modules/@tesseract.js-data/*/4.0.0_best_int/**",
  "./node_modules/@napi-rs/canvas*/**",
];

/** The process in which code runs: Node starts it as it is. */
const started = [
  "./lib/features/code/tools/run-code/child.mjs",
  "./node_modules/quickjs-emscripten-core/**",
  "./node_modules/@jitl/**",
];

/** See there. */
const unused = "./components/markdown/unused-plugins.ts";

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  // A folder that runs without node_modules beside it, for the container.
  ...(process.env.NEXT_OUTPUT === "standalone" ? { output: "standalone" } : {}),
  turbopack: {
    root,
    resolveAlias: {
      "rehype-harden": unused,
      "rehype-raw": unused,
      "rehype-sanitize": unused,
      "tailwind-merge": unused,
      // The one for browsers needs a document, which the worker that weighs texts has not.
      "decode-named-character-reference": "./node_modules/decode-named-character-reference/index.js",
    },
  },
  outputFileTracingRoot: root,
  outputFileTracingExcludes: { "**": untraced },
  // The handbook is read where it is asked for, and what few PDFs need to be drawn when the browser asks.
  // A copied build is served by the same program as one in its checkout.
  outputFileTracingIncludes: {
    "/api/**": [...traced, ...started],
    "/api/pdf/*": ["./node_modules/pdfjs-dist/{cmaps,iccs,standard_fonts,wasm}/*"],
    "**": ["./README.md", "./docs/*.md", "./scripts/lib/{serve-build,port,root}.mjs"],
  },
  // The door to Google is packed into what uses it: unpacked it is twice as large, and its import takes
  // longer.
  transpilePackages: ["firebase-admin", "@google-cloud/firestore", "google-gax"],
  serverExternalPackages: [
    "@e965/xlsx",
    "@google-cloud/storage",
    "@napi-rs/canvas",
    "docx",
    "linkedom",
    "nodemailer",
    "officeparser",
    "turndown",
    "undici",
  ],
  images: { unoptimized: true },
  // `npm test` and `npm run check` check the types, of the tests as well; a build need not do it again.
  typescript: { ignoreBuildErrors: true },
  agentRules: false,
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  reactStrictMode: true,
  devIndicators: { position: "bottom-right" },
  poweredByHeader: false,
  // Event streams answer with `cache-control: no-transform`, which the compressor leaves alone: nothing is
  // held back.
  compress: true,
  // A page or route is loaded when it is first asked for: all of them at the start would hold up the first
  // answer, and most are never asked for.
  experimental: {
    preloadEntriesOnStart: false,
    // Most builds are the only one of their sources: a cache for the next would take 670 MB, and its time.
    turbopackFileSystemCacheForBuild: false,
    // Of a build only debuggers and profilers read them, and Turbopack takes 170 MB for them.
    serverSourceMaps: process.env.NODE_ENV === "development" || process.env.SERVER_SOURCE_MAPS === "yes",
  },
  headers: () => Promise.resolve([{ source: "/:path*", headers: siteHeaders }, secureHeaders]),
};

/**
 * The messages are compiled at build time. What serves the build reads the configuration as it was resolved
 * here, and loads neither.
 */
const withMessages = createNextIntlPlugin({
  requestConfig: "./i18n/request.ts",
  experimental: {
    messages: { path: "./messages", format: "json", locales: ["en", "zh"], precompile: true },
  },
});

// Next wants the configuration as the default.
export default withMessages(config);
