import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestEvent } from "node:test/reporters";
import { root } from "./root.ts";
import { testLanes, waiting } from "./test-lanes.ts";
import { reportRun } from "./test-report.ts";

/** Runs tools/test.ts over one test file with this text. */
function runTests(text: string): { code: number | null; output: string } {
  const place = mkdtempSync(join(tmpdir(), "souk-tests-"));
  try {
    writeFileSync(join(place, "planted.test.ts"), `import { test } from "node:test";\n${text}`);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const command = [join(import.meta.dirname, "test.ts"), place];
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
  assert.match(output, /did not end well/);
  assert.match(output, /Error: at load/);
});

test("a server left open fails its file by name instead of hanging the run", () => {
  const { code, output } = runTests(
    'import { createServer } from "node:http";\ntest("opens", () => { createServer().listen(0); });',
  );
  assert.equal(code, 1);
  assert.match(output, /left open after the last test: .*TCPServerWrap/);
});

test("a run without a test exits 1", () => {
  assert.equal(runTests("export {};").code, 1);
});

test("proofs and files that wait run one at a time beside two other files", () => {
  const [waits = ""] = waiting;
  const [proof, other] = [join(root, "proofs/a.test.ts"), join(root, "packages/proofs/a.test.ts")];
  assert.deepEqual(testLanes([waits, proof, other]), [
    { files: [waits, proof], concurrency: 1 },
    { files: [other], concurrency: 2 },
  ]);
  assert.deepEqual(testLanes([other]), [{ files: [other], concurrency: 2 }]);
  for (const file of waiting) assert.ok(existsSync(file), file);
});

test("runs side by side close with one count of all their tests", async () => {
  let text = "";
  const run = async function* (lines: string[]) {
    for (const message of lines)
      yield { type: "test:diagnostic", data: { nesting: 0, message } } as TestEvent;
  };
  const runs = [run(["tests 2", "fail 0", "duration_ms 30.5"]), run(["tests 3", "fail 1", "duration_ms 20"])];
  await reportRun(runs, (part) => {
    text += part;
  });
  assert.equal(text, "\nℹ tests 5\nℹ fail 1\nℹ duration_ms 30.5\n");
});
