import assert from "node:assert/strict";
import { test } from "node:test";
import { startChromium } from "./chromium.ts";

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
