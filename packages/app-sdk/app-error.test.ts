import assert from "node:assert/strict";
import { test } from "node:test";
import { createReporter } from "./app-error.ts";

const listenerError = new Error("The log is full");

for (const [description, onError] of Object.entries({
  throws: () => {
    throw listenerError;
  },
  rejects: () => Promise.reject(listenerError),
}))
  test(`if an app's onError ${description}, the original error and the error of onError are printed`, async (t) => {
    const { mock } = t.mock.method(process.stderr, "write", () => true);
    createReporter(onError)({ where: "page", shop: "demo.souk.example", error: new Error("No page") });
    // An unhandled rejection would end the process in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    mock.restore();
    const output = mock.calls.map(({ arguments: [line] }) => String(line)).join("");
    assert.match(output, /souk page demo\.souk\.example: Error: No page/);
    assert.match(output, /souk page demo\.souk\.example: Error: The log is full/);
  });
