import assert from "node:assert/strict";
import { test } from "node:test";
import { createReporter } from "./app-error.ts";

const full = new Error("The log is full");

for (const [what, onError] of Object.entries({
  throws: () => {
    throw full;
  },
  rejects: () => Promise.reject(full),
}))
  test(`an onError that ${what} fails nothing else, and both errors are printed`, async (t) => {
    const { mock } = t.mock.method(process.stderr, "write", () => true);
    createReporter(onError)({ where: "page", shop: "demo.souk.example", error: new Error("No page") });
    // An unhandled rejection would end the process in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    mock.restore();
    const printed = mock.calls.map(({ arguments: [line] }) => String(line)).join("");
    assert.match(printed, /souk page demo\.souk\.example: Error: No page/);
    assert.match(printed, /souk page demo\.souk\.example: Error: The log is full/);
  });
