import assert from "node:assert/strict";
import { test } from "node:test";
import { reporter } from "./problem.ts";

const full = new Error("The log is full");

for (const [what, onProblem] of Object.entries({
  throws: () => {
    throw full;
  },
  rejects: () => Promise.reject(full),
}))
  test(`an onProblem that ${what} fails nothing else, and both errors are printed`, async (t) => {
    const { mock } = t.mock.method(process.stderr, "write", () => true);
    reporter(onProblem)({ where: "page", shop: "demo.souk.example", error: new Error("No page") });
    // A rejection that nobody takes ends the process in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    mock.restore();
    const printed = mock.calls.map(({ arguments: [line] }) => String(line)).join("");
    assert.match(printed, /souk page demo\.souk\.example: Error: No page/);
    assert.match(printed, /souk page demo\.souk\.example: Error: The log is full/);
  });
