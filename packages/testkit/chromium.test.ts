import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { moveUnlessPresent, startChromium } from "./chromium.ts";

test("test files in a process share one Chromium, whose contexts are closed when no file uses it", async () => {
  const firstFile = await startChromium();
  await firstFile.browser.newContext();
  await firstFile.stop();
  const secondFile = await startChromium();
  assert.equal(secondFile.browser, firstFile.browser);
  assert.equal(secondFile.browser.contexts().length, 0);
  await secondFile.stop();
  assert.ok(secondFile.browser.isConnected());
});

test("a program that another process has unpacked meanwhile is not replaced, because it may be running", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "souk-move-"));
  t.after(() => rm(folder, { recursive: true }));
  for (const name of ["first", "second"]) {
    await writeFile(join(folder, name), name);
    await moveUnlessPresent(join(folder, name), join(folder, "program"));
  }
  assert.equal(await readFile(join(folder, "program"), "utf8"), "first");
  assert.deepEqual(await readdir(folder), ["program"]);
});
