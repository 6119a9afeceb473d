import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type FieldErrorCode, fieldErrorCodes } from "@souk/contract";
import { renderErrors } from "../http/reference/errors-page.ts";

const sourceFolders = ["..", "../../contract"].map(
  (path) => new URL(`${path}/`, import.meta.resolve("./text-bytes.ts")),
);

/** List the field error codes with which the source files of the platform and the contract create errors. */
function listUsedCodes(): Set<string> {
  // `fieldProblem` gets the code as its first argument. The other functions get a path first and the code second.
  const callsWithCode =
    /\b(?:fieldError|throwFieldError|fieldProblem)\(\s*(?:[^"()]*(?:\([^()]*\)[^"()]*)*,\s*)?"(\w+)"/g;
  const callsWithQuotedPath = /\b(?:fieldError|throwFieldError)\(\s*(?:"[^"]*"|`[^`]*`|[^,"`]+),\s*"(\w+)"/g;
  const texts = sourceFolders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("node_modules"))
      .map((file) => readFileSync(new URL(file, folder), "utf8")),
  );
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(callsWithCode), ...text.matchAll(callsWithQuotedPath)].map(([, code = ""]) => code),
    ),
  );
}

test("every field error code is used in the source and documented", () => {
  const usedErrorCodes = listUsedCodes();
  const page = String(renderErrors());
  for (const code of Object.keys(fieldErrorCodes) as FieldErrorCode[]) {
    assert.ok(usedErrorCodes.has(code), `${code} is used nowhere`);
    assert.ok(page.includes(`id="field-${code}"`), `${code} is not on the errors page`);
  }
});
