import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { saveReport } from "./save-report.ts";

test("a benchmark report is appended to the file of its day", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "souk-results-"));
  t.after(() => rm(folder, { recursive: true }));
  await saveReport(folder, { day: "2026-11-23", names: ["B1", "B2"], text: "first\n" });
  await saveReport(folder, { day: "2026-11-23", names: ["B4"], text: "second\n" });
  const savedText = await readFile(join(folder, "2026-11-23.md"), "utf8");
  assert.equal(savedText, "# 2026-11-23\n\n## B1, B2\n\nfirst\n\n## B4\n\nsecond\n");
});
