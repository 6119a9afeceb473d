import assert from "node:assert/strict";
import { test } from "node:test";
import { startChromium } from "./chromium.ts";

test("test files in a process share one Chromium, whose contexts are closed when no file uses it", async () => {
  const first = await startChromium();
  await first.browser.newContext();
  await first.stop();
  const second = await startChromium();
  assert.equal(second.browser, first.browser);
  assert.equal(second.browser.contexts().length, 0);
  await second.stop();
  assert.ok(second.browser.isConnected());
});
