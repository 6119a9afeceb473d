import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

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
