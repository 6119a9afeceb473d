import assert from "node:assert/strict";
import { test } from "node:test";
import { runSteps, type Step } from "./steps.ts";

const script = (name: string, text: string): Step => ({ name, command: ["node", "-e", text] });

async function run(...steps: Step[]): Promise<{ passed: boolean; lines: string[] }> {
  const lines: string[] = [];
  const passed = await runSteps(steps, (line) => lines.push(line));
  return { passed, lines };
}

test("steps that pass are reported in a line each, without their output", async () => {
  const { passed, lines } = await run(script("one", "console.log('quiet')"), script("two", ""));
  assert.equal(passed, true);
  assert.equal(lines.length, 2);
  assert.ok(lines.every((line) => /^✔ (one|two) +\d+\.\d s$/.test(line)));
});

test("a failing step fails the run, is reported with its output and stops no other", async () => {
  const fails = script("fails", "console.error('why'); process.exit(3)");
  const { passed, lines } = await run(fails, script("later", ""), script("last", ""));
  assert.equal(passed, false);
  assert.equal(lines.filter((line) => line.startsWith("✔")).length, 2);
  assert.match(lines.at(-1) ?? "", /✖ fails: node -e [\s\S]*why$/);
});

test("a missing program is a failure with its name", async () => {
  const { passed, lines } = await run({ name: "absent", command: ["no-such-program"] });
  assert.equal(passed, false);
  assert.match(lines.at(-1) ?? "", /no-such-program ENOENT/);
});

test("a step that could not run says so and is no failure", async () => {
  const { passed, lines } = await run(script("audit", "console.log('skipped: nobody answers')"));
  assert.equal(passed, true);
  assert.match(lines[0] ?? "", /^– audit .*skipped: nobody answers$/);
});
