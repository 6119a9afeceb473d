import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../root.ts";
import { testLanes, waiting } from "./lanes.ts";

/** Runs tools/test.ts over test files with these texts. */
function runTests(...texts: string[]): { code: number | null; output: string } {
  const place = mkdtempSync(join(tmpdir(), "souk-tests-"));
  try {
    for (const [at, text] of texts.entries()) {
      const name = texts.length > 1 ? `planted-${at + 1}.test.ts` : "planted.test.ts";
      writeFileSync(join(place, name), `import { test } from "node:test";\n${text}`);
    }
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const command = [join(root, "tools/test.ts"), place];
    const run = spawnSync(process.execPath, command, { env, encoding: "utf8" });
    return { code: run.status, output: run.stdout + run.stderr };
  } finally {
    rmSync(place, { recursive: true });
  }
}

test("a passing run exits 0 and closes with node's counts", () => {
  const { code, output } = runTests('test("holds", () => console.log("said"));');
  assert.equal(code, 0);
  assert.match(output, /✔ .*planted\.test\.ts \(1 tests/);
  assert.match(output, /ℹ tests 1\n[\s\S]*ℹ pass 1\nℹ fail 0\n[\s\S]*ℹ duration_ms [\d.]+\n$/);
  assert.doesNotMatch(output, /said/, "what a passing file printed is not told");
});

test("a failing test exits 1 and is told with its error and what its file printed", () => {
  const { code, output } = runTests(
    'test("breaks", () => { console.log("said"); throw new Error("why"); });',
  );
  assert.equal(code, 1);
  for (const part of ["✖ breaks", "Error: why", "said", "ℹ fail 1"]) assert.ok(output.includes(part), part);
});

test("a file that breaks while it is loaded exits 1 and shows what broke", () => {
  const { code, output } = runTests('throw new Error("at load");');
  assert.equal(code, 1);
  assert.match(output, /✖ .*planted\.test\.ts/);
  assert.match(output, /Error: at load/);
});

test("a file whose process ends before it exits 1 and shows what it printed", () => {
  const { code, output } = runTests('test("ends", () => { console.log("said"); process.exit(3); });');
  assert.equal(code, 1);
  assert.match(output, /✖ .*planted\.test\.ts \(did not end well\)\n[\s\S]*said[\s\S]*ended with 3/);
});

test("each file of a process has its own hooks, and a failing one takes none with it", () => {
  const hooks = 'import { after, before } from "node:test"; let now = ""; before(() => { now = "begun"; });';
  const closes = 'after(() => console.log("closed " + import.meta.filename.slice(-9)));';
  const { code, output } = runTests(
    `${hooks} ${closes} test("in", (t) => { t.assert.equal(now, "begun"); console.log("ran"); });`,
    `${hooks} ${closes} test("out", () => { throw new Error(now); });`,
    `${hooks} test("late", (t) => t.assert.equal(now, "begun"));`,
  );
  assert.equal(code, 1);
  assert.match(output, /ℹ tests 3\nℹ suites 0\nℹ pass 2\nℹ fail 1\n/);
  assert.match(output, /closed 2.test.ts[\s\S]*Error: begun/);
  assert.doesNotMatch(output, /closed 1.test.ts/, "it passed and ended before the second began");
});

test("a server left open fails its file by name instead of hanging the run", () => {
  const { code, output } = runTests(
    'import { createServer } from "node:http";\ntest("opens", () => { createServer().listen(0); });',
  );
  assert.equal(code, 1);
  assert.match(output, /left open after the last test: .*TCPServerWrap/);
});

test("a file may take its time to be loaded", () => {
  const slow = "await new Promise((done) => setTimeout(done, 11_500));";
  assert.equal(runTests(`${slow} test("holds", () => {});`).code, 0);
});

test("a run without a test exits 1", () => {
  assert.equal(runTests("export {};").code, 1);
});

test("proofs and files that wait run one at a time beside two other files", () => {
  const [waits = ""] = waiting;
  const [proof, other] = [join(root, "proofs/a.test.ts"), join(root, "packages/proofs/a.test.ts")];
  const lanes = testLanes([waits, proof, other]);
  assert.deepEqual(
    lanes.map(({ files, concurrency }) => ({ files, concurrency })),
    [
      { files: [waits, proof], concurrency: 1 },
      { files: [other], concurrency: 2 },
    ],
  );
  assert.deepEqual(
    testLanes([other]).map(({ files }) => files),
    [[other]],
  );
  for (const file of waiting) assert.ok(existsSync(file), file);
});
