import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listNestedForms } from "@/tests/support/nested-forms";

const sources = new Map(
  ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tsx"))
      .map((name) => [join(folder, name), readFileSync(join(folder, name), "utf8")] as const),
  ),
);

const dialog = `export function Dialog({ title, ...rest }) { return <div><Body {...rest} /></div>; }
function Body({ children, foot }) { return <form><main>{children}</main>{foot}</form>; }`;
const inner = "export function Inner() { return <p><form /></p>; }";
const listOf = (page: string) =>
  listNestedForms(
    new Map([
      ["components/dialog.tsx", dialog],
      ["components/inner.tsx", inner],
      ["components/page.tsx", `import { Dialog } from "./dialog"; import { Inner } from "./inner"; ${page}`],
    ]),
  );

describe("a form", () => {
  it("stands in no other form", () => {
    expect(listNestedForms(sources)).toEqual([]);
  });

  it.each([
    ["as a child", "export function Page() { return <Dialog title=''><Inner /></Dialog>; }"],
    ["under another name of a prop", "export function Page() { return <Dialog foot={<Inner />} />; }"],
    [
      "by a part of the page",
      "function Part() { return <Inner />; } function Page() { return <form><Part /></form>; }",
    ],
    ["kept in a name first", "function Page() { const part = <Inner />; return <form>{part}</form>; }"],
    [
      "loaded late",
      'const Late = lazy(async () => ({ default: (await import("./inner")).Inner })); function Page() { return <form><Late /></form>; }',
    ],
  ])("is found in another one %s", (_how, page) => {
    expect(listOf(page)).not.toEqual([]);
  });

  it.each([
    ["beside", "function Page() { return <div><form /><Inner /></div>; }"],
    ["in a portal of", "function Page() { return <form>{createPortal(<Inner />, document.body)}</form>; }"],
  ])("may stand %s another one", (_how, page) => {
    expect(listOf(page)).toEqual([]);
  });
});

describe("a dialog", () => {
  it("is opened by one component alone, which says where the focus is first", () => {
    const opening = [...sources]
      .filter(([, text]) => /<dialog\b|\.showModal\(/.test(text))
      .map(([path]) => path);
    expect(opening).toEqual(["components/ui/modal.tsx"]);
  });
});
