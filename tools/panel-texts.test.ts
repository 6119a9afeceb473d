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

const texts = `import { messages } from "./messages/en.ts";
type Texts<M> = { readonly [K in keyof M]: M[K] extends string ? string : Texts<M[K]> };
export const texts = messages as Texts<typeof messages>;`;

/** Find the faults of a panel with one source file beside the catalog. */
function findErrors(source: string, catalog = messages): string[] {
  const folder = mkdtempSync(join(tmpdir(), "souk-texts-"));
  const files = {
    "apps/admin/messages/en.ts": catalog,
    "apps/admin/texts.ts": texts,
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

const readAll = `
export const title = texts.title;
const { lead } = texts;
export const shownLead = lead;
export const status = (name: keyof typeof texts.statuses) => texts.statuses[name];
export const labels = (fields: Record<string, { label: string }>) => Object.values(fields);
labels(texts.fields);
const form = (isFirst: boolean) => (isFirst ? texts.forms.a : texts.forms.b);
export const save = (isFirst: boolean) => form(isFirst).save + form(isFirst).stop;
`;

test("a message read by name, variable key, destructuring or as a whole is used", () => {
  assert.deepEqual(findErrors(readAll), []);
});

test("an unread message is named by its key", () => {
  assert.deepEqual(findErrors(readAll.replace("texts.statuses[name]", "name")), [
    "nothing reads the message statuses.open",
    "nothing reads the message statuses.closed",
  ]);
  assert.deepEqual(findErrors(readAll.replace("texts.title", "1")), ["nothing reads the message title"]);
});

test("a message that is not ICU syntax is named by its key", () => {
  assert.deepEqual(findErrors(readAll, messages.replace('"What was bought"', '"What {was bought"')), [
    "the message lead is not ICU syntax: MALFORMED_ARGUMENT",
  ]);
});

test("a text between tags, in an attribute and in a property is found", () => {
  const outside = `
export const page = <p title="Close the window" className="wide" data-x="Whatever">Hello {texts.title}</p>;
export const option = { label: "Open ones", value: "open" };
export const named = { title: texts.title, label: "name" };`;
  assert.deepEqual(findErrors(readAll + outside), [
    `"Close the window" belongs into the panel's messages/en.ts`,
    `"Hello" belongs into the panel's messages/en.ts`,
    `"Open ones" belongs into the panel's messages/en.ts`,
  ]);
});
