import { defineConfig, globalIgnores } from "eslint/config";
import nextRules from "eslint-config-next/core-web-vitals";
import typescriptRules from "eslint-config-next/typescript";
import { refuseOldNode } from "./scripts/lib/choose-node.mjs";

refuseOldNode();

const accessibility = nextRules.find((config) => config.plugins?.["jsx-a11y"])?.plugins["jsx-a11y"]
  .flatConfigs.strict.rules;
const hooks = nextRules.find((config) => config.plugins?.["react-hooks"])?.plugins["react-hooks"].rules;
/** They run React's compiler over each file, which takes half of the time: off where no component or hook is. */
const compilerRules = Object.keys(hooks).filter((name) => !/^(exhaustive-deps|rules-of-hooks)$/.test(name));
const reactRules = nextRules
  .flatMap(({ rules = {} }) => Object.keys(rules))
  .filter((name) => /^react\//.test(name));
const product = [
  "app/**/*.{ts,tsx}",
  "components/**/*.{ts,tsx}",
  "i18n/**/*.ts",
  "lib/**/*.{ts,tsx}",
  "*.ts",
];
const configs = ["*.config.ts", "**/*.config.ts"];

/**
 * Older functions with more ways through them than 15, flat switches among them. A file leaves this list and
 * never enters it.
 */
const complex = [
  "components/admin/use-setting-words.ts",
  "lib/engine/turn/citation-filter.ts",
  "lib/features/evidence/claims/facts.ts",
  "lib/models/text-tools/action-shapes.ts",
  "lib/engine/turn/recover.ts",
  "lib/features/basics/tools/calculate/calculate.ts",
];

/** Older tests that sleep, skip or expect only sometimes. A file leaves this list and never enters it. */
const unsteady = [
  "tests/e2e/{kill,team,xss}.spec.ts",
  "tests/kill/{every-index,plans}.spec.ts",
  "tests/unit/engine/loop/context/fit-messages.test.ts",
  "tests/unit/faults/{partition,store,tools}.long.test.ts",
];

/** What a test may not do; see CONTRIBUTING.md. */
const steadiness = [
  {
    selector: "MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|fixme)$/]",
    message: "A test runs. What an installation lacks is told by runIf or skipIf with a reason.",
  },
  {
    selector: "IfStatement CallExpression[callee.name='expect']",
    message: "An expectation that is asked only sometimes cannot fail.",
  },
  {
    selector: "NewExpression[callee.name='Promise'] CallExpression[callee.name='setTimeout']",
    message: "Wait for what should happen (expect.poll), not for time.",
  },
  {
    selector: "AwaitExpression > CallExpression[callee.name='sleep']",
    message: "Wait for what should happen (expect.poll), not for time.",
  },
];

/** Many test files share one loading of such a module, so that hooks at its top would serve the first alone. */
const sharedHooks = {
  selector: "Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(Each|All)$/]",
  message: "Test files share this module: clean up with onTestFinished where it is opened.",
};

/** Packages that stay behind one door: the folders that may import them. */
const doors = [
  {
    packages: ["node:sqlite", "firebase-admin", "firebase-admin/*", "@google-cloud/*", "google-gax"],
    folders: ["lib/store"],
  },
  { packages: ["better-auth", "better-auth/*"], folders: ["lib/features/accounts/auth"] },
  { packages: ["nodemailer"], folders: ["lib/features/accounts/auth", "lib/features/doctor"] },
  {
    packages: [
      "undici",
      "ipaddr.js",
      "linkedom",
      "@mozilla/readability",
      "postcss",
      "unpdf",
      "officeparser",
      "postal-mime",
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
  // With a greatest distance, and in a thread: see the test of the project's sources.
  { packages: ["diff"], folders: ["lib/language"] },
  { packages: ["docx", "markdown-it"], folders: ["lib/features/evidence"] },
  { packages: ["@opentelemetry/*"], folders: ["lib/features/telemetry"] },
  { packages: ["next", "next/*"], folders: ["app", "components", "i18n", "lib/http"] },
];
const byName = {
  selector: "ExportDefaultDeclaration",
  message: "Export by name, so that one thing has one name.",
};
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
    "coverage/**",
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
  {
    files: ["app/api/**", "i18n/**", "lib/**", "scripts/**", "tests/**"],
    ignores: ["lib/client/**"],
    rules: Object.fromEntries(compilerRules.map((name) => [`react-hooks/${name}`, "off"])),
  },
  // No component stands where no element can be written.
  { files: ["**/*.ts"], rules: Object.fromEntries(reactRules.map((name) => [name, "off"])) },
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
      "no-restricted-syntax": ["error", ...forbidSyntax(byName)],
    },
  },
  {
    files: ["tests/**/*.{ts,tsx}"],
    ignores: ["**/*.{test,spec}.{ts,tsx}", "**/*.config.ts"],
    rules: { "no-restricted-syntax": ["error", ...forbidSyntax(byName, sharedHooks)] },
  },
  {
    files: ["tests/**/*.{test,spec}.{ts,tsx}"],
    ignores: unsteady,
    rules: { "no-restricted-syntax": ["error", ...forbidSyntax(byName, ...steadiness)] },
  },
  // The formatter sees to code; comments, which it leaves alone, end before 110 columns, too.
  {
    files: product,
    rules: {
      "max-len": [
        "error",
        {
          code: 110,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreUrls: true,
        },
      ],
    },
  },
  { files: product, ignores: complex, rules: { complexity: ["error", { max: 15, variant: "modified" }] } },
  // Each tool's schema adds its line.
  {
    files: ["lib/protocol/tools.ts"],
    rules: { "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "always" }] },
  },
  { files: ["lib/env.ts"], rules: { "no-restricted-properties": "off" } },
  { files: ["lib/log.ts"], rules: { "no-console": "off" } },
  // It speaks of React's compiler, which is not used.
  {
    files: ["components/shell/conversations/long-conversation-list.tsx"],
    rules: { "react-hooks/incompatible-library": "off" },
  },
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
