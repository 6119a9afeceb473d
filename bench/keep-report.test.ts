import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { keepReport } from "./keep-report.ts";

test("a report is added below what the day's file has already", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "souk-results-"));
  t.after(() => rm(folder, { recursive: true }));
  await keepReport(folder, { day: "2026-11-23", names: ["B1", "B2"], text: "first\n" });
  await keepReport(folder, { day: "2026-11-23", names: ["B4"], text: "second\n" });
  const kept = await readFile(join(folder, "2026-11-23.md"), "utf8");
  assert.equal(kept, "# 2026-11-23\n\n## B1, B2\n\nfirst\n\n## B4\n\nsecond\n");
});
