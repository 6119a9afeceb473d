import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { eventually } from "@souk/testkit";
import { root } from "../root.ts";
import { getTestTier, listTestFiles } from "../test-files.ts";
import { buildTestGroups } from "./run-files.ts";

interface RunResult {
  code: number | null;
  output: string;
}

const isList = (texts: readonly string[] | Readonly<Record<string, string>>): texts is readonly string[] =>
  Array.isArray(texts);

function nameFiles(texts: readonly string[]): Record<string, string> {
  if (texts.length === 1) return { "sample.test.ts": texts[0] ?? "" };
  return Object.fromEntries(texts.map((text, index) => [`sample-${index + 1}.test.ts`, text]));
}

/**
 * Write test files with these texts to a temporary folder, and run tools/test.ts on them.
 * @param texts the texts of the files, optionally by name
 * @param onOutput called at the start and with the whole output after each change; it may end the child process
 */
async function runTests(
  texts: readonly string[] | Readonly<Record<string, string>>,
  onOutput?: (output: string, child: ChildProcess) => unknown,
): Promise<RunResult> {
  const folder = mkdtempSync(join(tmpdir(), "souk-tests-"));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  try {
    const files = Object.entries(isList(texts) ? nameFiles(texts) : texts).map(([name, text]) => {
      const file = join(folder, name);
      writeFileSync(file, `import { test } from "node:test";\n${text}`);
      return file;
    });
    const child = spawn(process.execPath, [join(root, "tools/test.ts"), ...files], { env, timeout: 60_000 });
    let output = "";
    void onOutput?.(output, child);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        output += chunk;
        void onOutput?.(output, child);
      });
    const [code] = (await once(child, "close")) as [number | null];
    return { code, output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a passing test run exits with 0 and prints the counts at the end", async () => {
  const { code, output } = await runTests(['test("holds", () => console.log("test output"));']);
  assert.equal(code, 0);
  assert.match(output, /✔ .*sample\.test\.ts \(1 tests/);
  assert.match(output, /ℹ tests 1\n[\s\S]*ℹ pass 1\nℹ fail 0\n[\s\S]*ℹ duration_ms [\d.]+\n$/);
  assert.doesNotMatch(output, /test output/, "the output of a passing file is not shown");
});

test("a failing test makes the test run exit with 1 and is reported with error and output", async () => {
  const { code, output } = await runTests([
    'test("breaks", () => { console.log("test output"); throw new Error("why"); });',
  ]);
  assert.equal(code, 1);
  for (const part of ["✖ breaks", "Error: why", "test output", "ℹ fail 1"])
    assert.ok(output.includes(part), part);
});

test("a test file that fails while loading makes the run exit with 1 and print the error", async () => {
  const { code, output } = await runTests(['throw new Error("at load");']);
  assert.equal(code, 1);
  assert.match(output, /✖ .*sample\.test\.ts/);
  assert.match(output, /Error: at load/);
});

test("a test file that fails while loading after its first test makes the run exit with 1", async () => {
  const { code, output } = await runTests([
    'test("holds", () => {}); throw new Error("late"); test("lost", () => {});',
  ]);
  assert.equal(code, 1);
  assert.match(output, /✖ .*sample\.test\.ts \([\d.]+ms\)\n {2}Error: late/);
});

for (const [description, text] of [
  [
    "closing hook",
    'import { after } from "node:test"; test("a", () => {}); after(() => { throw new Error("why"); });',
  ],
  [
    "suite's hook",
    'import { after, describe } from "node:test"; describe("s", () => { after(() => { throw new Error("why"); }); test("a", () => {}); });',
  ],
  [
    "suite",
    'import { describe } from "node:test"; test("a", () => {}); describe("s", () => { throw new Error("why"); });',
  ],
  ["timer of a test", 'test("a", () => { setTimeout(() => { throw new Error("why"); }, 20); });'],
] as const)
  test(`an error in a ${description} is reported and makes the test run exit with 1, even if all tests pass`, async () => {
    const { code, output } = await runTests([text]);
    assert.equal(code, 1);
    assert.match(output, /Error: why/);
    assert.match(output, /ℹ pass 1\nℹ fail 1\n/);
  });

test("a test file whose process ends too early makes the run exit with 1 and print its output", async () => {
  const { code, output } = await runTests([
    'test("ends", () => { console.log("test output"); process.exit(3); });',
  ]);
  assert.equal(code, 1);
  assert.match(output, /✖ .*sample\.test\.ts \(1 tests[\s\S]*test output[\s\S]*ended with 3 before/);
});

test("each test file of a process has its own hooks, and a failing file affects no other file", async () => {
  const hooks =
    'import { after, before } from "node:test"; let state = ""; before(() => { state = "begun"; });';
  const closingHook = 'after(() => console.log("closed " + import.meta.filename.slice(-9)));';
  const { code, output } = await runTests([
    `${hooks} ${closingHook} test("in", (t) => { t.assert.equal(state, "begun"); console.log("ran"); });`,
    `${hooks} ${closingHook} test("out", () => { throw new Error(state); });`,
    `${hooks} test("late", (t) => t.assert.equal(state, "begun"));`,
  ]);
  assert.equal(code, 1);
  assert.match(output, /ℹ tests 3\nℹ suites 0\nℹ pass 2\nℹ fail 1\n/);
  assert.match(output, /closed 2.test.ts[\s\S]*Error: begun/);
  assert.doesNotMatch(output, /closed 1.test.ts/, "the output of a passing file is not shown");
});

describe("test runs that take long", { concurrency: true }, () => {
  test("a file without a test makes the test run exit with 1, also among other files", async () => {
    const passingFile = 'test("holds", () => {});';
    for (const text of ["export {};", "await new Promise(() => {}); test('lost', () => {});"]) {
      const { code, output } = await runTests([text, passingFile]);
      assert.deepEqual([code, /✔ .*sample-2/.test(output)], [1, true], output);
    }
    assert.equal((await runTests(["export {};"])).code, 1);
  });

  test("a test file that leaves a server open fails instead of blocking the test run", async () => {
    const { code, output } = await runTests([
      'import { createServer } from "node:http";\ntest("opens", () => { createServer().listen(0); });',
    ]);
    assert.equal(code, 1);
    assert.match(output, /left open after the last test: .*TCPServerWrap/);
  });

  test("a test file that takes long to load does not fail", async () => {
    const slow = "await new Promise((done) => setTimeout(done, 11_500));";
    assert.equal((await runTests([`${slow} test("holds", () => {});`])).code, 0);
  });

  test("a detached process that keeps a failed test file's output open does not block the run", async () => {
    const detachedOptions = '{ stdio: "inherit", detached: true }';
    const startOrphan = `const { pid } = spawn("sleep", ["600"], ${detachedOptions}); console.log("left " + pid);`;
    const { code, output } = await runTests([
      `import { spawn } from "node:child_process";\ntest("leaves", () => { ${startOrphan} });`,
    ]);
    process.kill(Number(/left (\d+)/.exec(output)?.[1]), "SIGKILL");
    assert.equal(code, 1);
    assert.match(output, /left open after the last test/);
  });
});

async function assertProcessEnds(pid: number): Promise<void> {
  await eventually(() => {
    assert.throws(() => process.kill(pid, 0), { code: "ESRCH" });
    return true;
  });
}

for (const signal of ["SIGTERM", "SIGKILL"] as const)
  test(`processes started by tests end when ${signal} ends the test run`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "souk-pid-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const pidFile = join(folder, "pid");
    const startSleep = `writeFileSync(${JSON.stringify(pidFile)}, String(spawn("sleep", ["600"]).pid));`;
    const text = `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
      test("starts", async () => { ${startSleep} await new Promise((done) => setTimeout(done, 60_000)); });`;
    await runTests([text], async (_, child) => {
      await eventually(() => existsSync(pidFile) && readFileSync(pidFile, "utf8") !== "");
      child.kill(signal);
    });
    await assertProcessEnds(Number(readFileSync(pidFile, "utf8")));
  });

test("processes started by a test file end when the file's test process ends", async () => {
  const startSleep = 'console.log("left " + spawn("sleep", ["600"]).pid);';
  const { output } = await runTests([
    `import { spawn } from "node:child_process";\ntest("ends", () => { ${startSleep} process.exit(3); });`,
  ]);
  await assertProcessEnds(Number(/left (\d+)/.exec(output)?.[1]));
});

test("a test run ended by one or two signals reports its results and the files not run", async () => {
  const longTest = 'test("long", () => new Promise((done) => setTimeout(done, 60_000)));';
  // The output is larger than the buffer of a pipe, so the second signal arrives while the report is printed.
  const failingTest = 'test("breaks", () => { console.log("x".repeat(2 ** 20)); throw new Error("why"); });';
  let signalCount = 0;
  const { code, output } = await runTests(
    [failingTest, longTest, longTest, longTest],
    (currentOutput, child) => {
      const isFirstDue = signalCount === 0 && currentOutput.endsWith(")\n");
      const isSecondDue = signalCount === 1 && currentOutput.includes("output of");
      if ((isFirstDue || isSecondDue) && child.kill("SIGTERM")) signalCount += 1;
    },
  );
  assert.deepEqual([code, signalCount], [1, 2]);
  assert.match(
    output,
    /Error: why[\s\S]*ended before these files: .*-2\.test\.ts, .*-3\.test\.ts, .*-4\.test\.ts\n[\s\S]*ℹ fail 1/,
  );
});

test("a slow test file has its own process, and up to 30 quick files or 12 page tests share a process", () => {
  const slow = ["a", "b"].map((name) => join(root, `proofs/${name}.slow.test.ts`));
  const quick = Array.from({ length: 31 }, (_, index) => join(root, `packages/${index}.test.ts`));
  const pages = Array.from({ length: 13 }, (_, index) => join(root, `e2e/${index}.test.ts`));
  const groups = [
    [slow[0]],
    [slow[1]],
    pages.slice(0, 12),
    pages.slice(12),
    quick.slice(0, 30),
    quick.slice(30),
  ];
  assert.deepEqual(buildTestGroups([...slow, ...quick, ...pages]), groups);
});

test("a file named `*.alone.slow.test.ts` runs after all other test files have ended", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "souk-order-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const log = join(folder, "log");
  const buildText = (name: string, durationMs: number): string => `import { appendFileSync } from "node:fs";
    const write = (text) => appendFileSync(${JSON.stringify(log)}, text + "\\n");
    test("writes", async () => {
      write("${name} starts");
      await new Promise((done) => setTimeout(done, ${durationMs}));
      write("${name} ends");
    });`;
  const { code } = await runTests({
    "a.alone.slow.test.ts": buildText("first alone", 0),
    "b.slow.test.ts": buildText("other", 2_000),
    "c.alone.slow.test.ts": buildText("second alone", 500),
    "d.test.ts": buildText("other", 1_000),
  });
  const lines = readFileSync(log, "utf8").trim().split("\n");
  assert.equal(code, 0);
  assert.deepEqual(
    [lines.slice(0, 4).toSorted(), lines.slice(4)],
    [
      ["other ends", "other ends", "other starts", "other starts"],
      ["first alone starts", "first alone ends", "second alone starts", "second alone ends"],
    ],
  );
});

test("`npm test` runs quick test files, `npm run test:slow` slow ones, and neither runs the conformance tests", () => {
  const getTier = (path: string) => getTestTier(join(root, path));
  assert.deepEqual(
    ["tools/a.test.ts", "tools/a.slow.test.ts", "conformance/clauses/a.test.ts", "conformance/a.test.ts"].map(
      getTier,
    ),
    ["quick", "slow", "clause", "quick"],
  );
  const [quick, slow] = [
    listTestFiles([join(root, "tools")], ["quick"]),
    listTestFiles([join(root, "tools")], ["slow"]),
  ];
  assert.ok(slow.includes(import.meta.filename) && !quick.includes(import.meta.filename));
  assert.ok(quick.length > 5 && quick.every((file) => !file.includes(".slow.")));
  assert.deepEqual(
    listTestFiles([import.meta.filename], ["quick"]),
    [import.meta.filename],
    "a test file given as a path is listed regardless of its tier",
  );
});
