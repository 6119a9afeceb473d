import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type FieldErrorCode, fieldErrorCodes } from "@souk/contract";
import { errorsBody } from "../http/reference/errors-page.ts";

const roots = ["..", "../../contract"].map(
  (path) => new URL(`${path}/`, import.meta.resolve("./text-bytes.ts")),
);

/** List every code that the platform and the contract give a field error, by the call that gives it. */
function usedCodes(): Set<string> {
  const calls =
    /\b(?:fieldError|throwFieldError|fieldProblem)\(\s*(?:[^"()]*(?:\([^()]*\)[^"()]*)*,\s*)?"(\w+)"/g;
  const quoted = /\b(?:fieldError|throwFieldError)\(\s*(?:"[^"]*"|`[^`]*`|[^,"`]+),\s*"(\w+)"/g;
  const texts = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("node_modules"))
      .map((file) => readFileSync(new URL(file, root), "utf8")),
  );
  return new Set(
    texts.flatMap((text) => [...text.matchAll(calls), ...text.matchAll(quoted)].map(([, code = ""]) => code)),
  );
}

test("every code of the list is used by some field error and is documented", () => {
  const used = usedCodes();
  const page = String(errorsBody());
  for (const code of Object.keys(fieldErrorCodes) as FieldErrorCode[]) {
    assert.ok(used.has(code), `${code} is used nowhere`);
    assert.ok(page.includes(`id="field-${code}"`), `${code} is not on the errors page`);
  }
});
