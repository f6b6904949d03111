import { defineConfig, globalIgnores } from "eslint/config";
import nextRules from "eslint-config-next/core-web-vitals";
import typescriptRules from "eslint-config-next/typescript";

const accessibility = nextRules.find((config) => config.plugins?.["jsx-a11y"])?.plugins["jsx-a11y"]
  .flatConfigs.strict.rules;
const product = [
  "app/**/*.{ts,tsx}",
  "components/**/*.{ts,tsx}",
  "i18n/**/*.ts",
  "lib/**/*.{ts,tsx}",
  "*.ts",
];
const configs = ["*.config.ts", "**/*.config.ts"];

/** Packages that stay behind one door: the folders that may import them. */
const doors = [
  { packages: ["node:sqlite", "@google-cloud/*", "google-gax"], folders: ["lib/store"] },
  { packages: ["better-auth", "better-auth/*"], folders: ["lib/auth"] },
  { packages: ["nodemailer"], folders: ["lib/auth", "lib/doctor"] },
  {
    packages: [
      "undici",
      "ipaddr.js",
      "linkedom",
      "defuddle",
      "defuddle/*",
      "unpdf",
      "mammoth",
      "feedsmith",
      "csv-parse",
      "csv-parse/*",
      "robots-parser",
      "chardet",
      "playwright-core",
    ],
    folders: ["lib/net"],
  },
  { packages: ["cockatiel"], folders: ["lib/breakers"] },
  { packages: ["next", "next/*"], folders: ["app", "components", "i18n", "lib/http"] },
];
const relative = { group: ["../*", ".."], message: "Across folders import from @/…; inside one from ./…" };

export default defineConfig([
  globalIgnores([
    ".next/**",
    ".next-*/**",
    "next-env.d.ts",
    "test-results/**",
    "data/**",
    "tests/bench/.work/**",
    "tests/bench/bare/**",
    "tools/**",
  ]),
  ...nextRules,
  ...typescriptRules,
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.{ts,tsx,mts}"],
    rules: {
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-expect-error": true, "ts-ignore": true, "ts-nocheck": true },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "@typescript-eslint/no-unused-expressions": "error",
      "max-lines": ["error", 300],
      "no-restricted-imports": ["error", { patterns: [relative] }],
      "no-restricted-syntax": ["error", ...forbidSyntax()],
      eqeqeq: ["error", "always"],
      "no-empty": ["error", { allowEmptyCatch: false }],
      "prefer-const": "error",
    },
  },
  // A suite is read a test at a time.
  { files: ["tests/**"], rules: { "max-lines": ["error", 500] } },
  { files: ["**/*.tsx"], rules: accessibility },
  {
    files: ["app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}", "lib/**/*.{ts,tsx}"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  { files: product, ignores: configs, rules: { "no-console": "error" } },
  {
    files: ["app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}", "i18n/**/*.ts", "lib/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [relative, ...doors.map((door) => toClosedDoor(door))] },
      ],
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Only lib/env.ts reads the environment." },
      ],
    },
  },
  ...doors.flatMap(({ folders }) => folders).map(openDoorsOf),
  {
    files: ["components/**/*.{ts,tsx}", "lib/**/*.{ts,tsx}", "tests/**/*.{ts,tsx}"],
    // The last one stands in for packages that export so.
    ignores: [...configs, "components/markdown/unused-plugins.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...forbidSyntax({
          selector: "ExportDefaultDeclaration",
          message: "Export by name, so that one thing has one name.",
        }),
      ],
    },
  },
  { files: ["lib/env.ts"], rules: { "no-restricted-properties": "off" } },
  { files: ["lib/log.ts"], rules: { "no-console": "off" } },
]);

function forbidSyntax(...more) {
  return [
    { selector: "ExportAllDeclaration", message: "No barrels: import from the file that has it." },
    ...more,
  ];
}

function toClosedDoor({ packages, folders }) {
  return { group: packages, message: `This package stays behind ${folders.join(", ")}.` };
}

function openDoorsOf(folder) {
  const closed = doors.filter(({ folders }) => !folders.includes(folder)).map((door) => toClosedDoor(door));
  return {
    files: [`${folder}/**/*.{ts,tsx}`],
    rules: { "no-restricted-imports": ["error", { patterns: [relative, ...closed] }] },
  };
}
