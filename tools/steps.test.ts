import assert from "node:assert/strict";
import { test } from "node:test";
import { runSteps, type Step } from "./steps.ts";

const createStep = (name: string, text: string): Step => ({ name, command: ["node", "-e", text] });

async function run(...steps: Step[]): Promise<{ hasPassed: boolean; lines: string[] }> {
  const lines: string[] = [];
  const hasPassed = await runSteps(steps, (line) => lines.push(line));
  return { hasPassed, lines };
}

test("each check that passes is reported in one line, without its output", async () => {
  const { hasPassed, lines } = await run(createStep("one", "console.log('quiet')"), createStep("two", ""));
  assert.equal(hasPassed, true);
  assert.equal(lines.length, 2);
  assert.ok(lines.every((line) => /^✔ (one|two) +\d+\.\d s$/.test(line)));
});

test("a failing check fails the run and is reported with its output, and other checks still run", async () => {
  const failingStep = createStep("fails", "console.error('why'); process.exit(3)");
  const { hasPassed, lines } = await run(failingStep, createStep("later", ""), createStep("last", ""));
  assert.equal(hasPassed, false);
  assert.equal(lines.filter((line) => line.startsWith("✔")).length, 2);
  assert.match(lines.at(-1) ?? "", /✖ fails: node -e [\s\S]*why$/);
});

test("a check whose program does not exist fails, and its output names the program", async () => {
  const { hasPassed, lines } = await run({ name: "absent", command: ["no-such-program"] });
  assert.equal(hasPassed, false);
  assert.match(lines.at(-1) ?? "", /no-such-program ENOENT/);
});

test("a skipped check is reported with its reason and does not fail the run", async () => {
  const { hasPassed, lines } = await run(createStep("audit", "console.log('skipped: no network')"));
  assert.equal(hasPassed, true);
  assert.match(lines[0] ?? "", /^– audit .*skipped: no network$/);
});
