import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

const root = dirname(fileURLToPath(import.meta.url));

/** On every answer; pages add their content security policy in `proxy.ts`, files and data theirs in `lib/http`. */
const headers = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
  { key: "X-Frame-Options", value: "DENY" },
];

/** Only where the platform or proxy in front says that the person came by https: on plain http browsers would ignore it. */
const secureHeaders = {
  source: "/:path*",
  has: [{ type: "header", key: "x-forwarded-proto", value: "https" }],
  headers: [{ key: "Strict-Transport-Security", value: "max-age=31536000" }],
};

/** Never in a deployed function: pictures are served as they are, and a folder of data holds its secret. */
const untraced = [
  "./node_modules/sharp/**",
  "./node_modules/@img/**",
  "./data/**",
  "./.env*",
  "./.next-*/**",
  "./tests/**",
  "./docs/**",
  "./tools/**",
  // Its functions hold no browser that it could drive.
  ...(process.env.VERCEL ? ["./node_modules/playwright-core/**"] : []),
];

/** See there. */
const unused = "./components/markdown/unused-plugins.ts";

/** @type {import("next").NextConfig} */
const config = {
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
    },
  },
  outputFileTracingRoot: root,
  outputFileTracingExcludes: { "**": untraced },
  serverExternalPackages: [
    "@google-cloud/storage",
    "defuddle",
    "linkedom",
    "nodemailer",
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
  // Event streams answer with `cache-control: no-transform`, which the compressor leaves alone: nothing is held back.
  compress: true,
  headers: () => Promise.resolve([{ source: "/:path*", headers }, secureHeaders]),
};

/**
 * The messages are compiled at build time. The server that serves the build does without the plugin and, this file being plain
 * JavaScript, without a compiler: together they would hold some 70 MB of its memory.
 * @param {string} phase
 */
export default async function createConfig(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  const withMessages = createNextIntlPlugin({
    requestConfig: "./i18n/request.ts",
    experimental: {
      messages: { path: "./messages", format: "json", locales: ["en", "zh"], precompile: true },
    },
  });
  return withMessages(config);
}
