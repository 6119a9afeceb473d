import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { findTextViolations } from "./panel-texts.ts";

const messages = `export const messages = {
  title: "Orders",
  lead: "What was bought",
  statuses: { open: "Open", closed: "Closed" },
  fields: { name: { label: "Name" }, code: { label: "Code" } },
  forms: { a: { save: "Save A", stop: "Stop A" }, b: { save: "Save B", stop: "Stop B" } },
} as const;`;

const textsModule = `import { messages } from "./messages/en.ts";
type Texts<M> = { readonly [K in keyof M]: M[K] extends string ? string : Texts<M[K]> };
export const texts = messages as Texts<typeof messages>;`;

/** Find the text violations of a panel with one page besides the catalog. */
function findErrors(source: string, catalog = messages): string[] {
  const folder = mkdtempSync(join(tmpdir(), "souk-texts-"));
  const files = {
    "apps/admin/messages/en.ts": catalog,
    "apps/admin/texts.ts": textsModule,
    "apps/admin/page.tsx": `import { texts } from "./texts.ts";\n${source}`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const options = { strict: true, noEmit: true, jsx: ts.JsxEmit.Preserve, allowImportingTsExtensions: true };
  const program = ts.createProgram(
    Object.keys(files).map((path) => join(folder, path)),
    { ...options, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  );
  const errors = findTextViolations(program, folder).map(({ message }) => message);
  rmSync(folder, { recursive: true });
  return errors;
}

const pageUsingAll = `
export const title = texts.title;
const { lead } = texts;
export const shownLead = lead;
export const status = (name: keyof typeof texts.statuses) => texts.statuses[name];
export const labels = (fields: Record<string, { label: string }>) => Object.values(fields);
labels(texts.fields);
const form = (isFirst: boolean) => (isFirst ? texts.forms.a : texts.forms.b);
export const save = (isFirst: boolean) => form(isFirst).save + form(isFirst).stop;
`;

test("a message read by name, variable key, destructuring or within an object counts as used", () => {
  assert.deepEqual(findErrors(pageUsingAll), []);
});

test("an unused message of a panel is reported with its key", () => {
  assert.deepEqual(findErrors(pageUsingAll.replace("texts.statuses[name]", "name")), [
    "the message is not used: statuses.open",
    "the message is not used: statuses.closed",
  ]);
  assert.deepEqual(findErrors(pageUsingAll.replace("texts.title", "1")), ["the message is not used: title"]);
});

test("a panel's message with invalid ICU syntax is reported with its key", () => {
  assert.deepEqual(findErrors(pageUsingAll, messages.replace('"What was bought"', '"What {was bought"')), [
    "the message lead has invalid ICU syntax: MALFORMED_ARGUMENT",
  ]);
});

test("texts outside the message catalog in elements, attributes and properties are reported", () => {
  const pageWithTexts = `
export const page = <p title="Close the window" className="wide" data-x="Whatever">Hello {texts.title}</p>;
export const option = { label: "Open ones", value: "open" };
export const named = { title: texts.title, label: "name" };`;
  assert.deepEqual(findErrors(pageUsingAll + pageWithTexts), [
    `"Close the window" belongs in the panel's messages/en.ts`,
    `"Hello" belongs in the panel's messages/en.ts`,
    `"Open ones" belongs in the panel's messages/en.ts`,
  ]);
});
