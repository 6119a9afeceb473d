import assert from "node:assert/strict";
import { test } from "node:test";
import { startChromium } from "./chromium.ts";

test("the test files of a process share one Chromium; contexts end with their file", async () => {
  const first = await startChromium();
  await first.browser.newContext();
  await first.stop();
  const second = await startChromium();
  assert.equal(second.browser, first.browser);
  assert.equal(second.browser.contexts().length, 0);
  await second.stop();
  assert.ok(second.browser.isConnected());
});
