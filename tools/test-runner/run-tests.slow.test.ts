import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { eventually } from "@souk/testkit";
import { root } from "../root.ts";
import { testFiles, testTier } from "../test-files.ts";
import { testGroups } from "./run-files.ts";

interface Ended {
  code: number | null;
  output: string;
}

/**
 * Run tools/test.ts over test files with these texts.
 * @param meanwhile is called at its start, receives its output, and may end it
 */
async function runTests(
  texts: readonly string[],
  meanwhile?: (output: string, child: ChildProcess) => unknown,
): Promise<Ended> {
  const place = mkdtempSync(join(tmpdir(), "souk-tests-"));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  try {
    for (const [at, text] of texts.entries()) {
      const name = texts.length > 1 ? `planted-${at + 1}.test.ts` : "planted.test.ts";
      writeFileSync(join(place, name), `import { test } from "node:test";\n${text}`);
    }
    const child = spawn(process.execPath, [join(root, "tools/test.ts"), place], { env, timeout: 60_000 });
    let output = "";
    void meanwhile?.(output, child);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part: string) => {
        output += part;
        void meanwhile?.(output, child);
      });
    const [code] = (await once(child, "close")) as [number | null];
    return { code, output };
  } finally {
    rmSync(place, { recursive: true });
  }
}

test("a passing run exits 0 and closes with node's counts", async () => {
  const { code, output } = await runTests(['test("holds", () => console.log("said"));']);
  assert.equal(code, 0);
  assert.match(output, /✔ .*planted\.test\.ts \(1 tests/);
  assert.match(output, /ℹ tests 1\n[\s\S]*ℹ pass 1\nℹ fail 0\n[\s\S]*ℹ duration_ms [\d.]+\n$/);
  assert.doesNotMatch(output, /said/, "what a passing file printed is not shown");
});

test("a failing test exits 1 and is reported with its error and its file's output", async () => {
  const { code, output } = await runTests([
    'test("breaks", () => { console.log("said"); throw new Error("why"); });',
  ]);
  assert.equal(code, 1);
  for (const part of ["✖ breaks", "Error: why", "said", "ℹ fail 1"]) assert.ok(output.includes(part), part);
});

test("a file that fails while loading exits 1 and shows its error", async () => {
  const { code, output } = await runTests(['throw new Error("at load");']);
  assert.equal(code, 1);
  assert.match(output, /✖ .*planted\.test\.ts/);
  assert.match(output, /Error: at load/);
});

test("a file that fails while loading exits 1, also after its first test", async () => {
  const { code, output } = await runTests([
    'test("holds", () => {}); throw new Error("late"); test("lost", () => {});',
  ]);
  assert.equal(code, 1);
  assert.match(output, /✖ .*planted\.test\.ts \([\d.]+ms\)\n {2}Error: late/);
});

for (const [what, text] of [
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
  test(`a ${what} that fails when all tests have passed exits 1 and is reported`, async () => {
    const { code, output } = await runTests([text]);
    assert.equal(code, 1);
    assert.match(output, /Error: why/);
    assert.match(output, /ℹ pass 1\nℹ fail 1\n/);
  });

test("a file whose process ends too early exits 1 and shows its output", async () => {
  const { code, output } = await runTests(['test("ends", () => { console.log("said"); process.exit(3); });']);
  assert.equal(code, 1);
  assert.match(output, /✖ .*planted\.test\.ts \(1 tests[\s\S]*said[\s\S]*ended with 3 before/);
});

test("each file of a process has its own hooks, and a failing one affects no other", async () => {
  const hooks = 'import { after, before } from "node:test"; let now = ""; before(() => { now = "begun"; });';
  const closes = 'after(() => console.log("closed " + import.meta.filename.slice(-9)));';
  const { code, output } = await runTests([
    `${hooks} ${closes} test("in", (t) => { t.assert.equal(now, "begun"); console.log("ran"); });`,
    `${hooks} ${closes} test("out", () => { throw new Error(now); });`,
    `${hooks} test("late", (t) => t.assert.equal(now, "begun"));`,
  ]);
  assert.equal(code, 1);
  assert.match(output, /ℹ tests 3\nℹ suites 0\nℹ pass 2\nℹ fail 1\n/);
  assert.match(output, /closed 2.test.ts[\s\S]*Error: begun/);
  assert.doesNotMatch(output, /closed 1.test.ts/, "it passed and ended before the second began");
});

describe("what takes its time", { concurrency: true }, () => {
  test("a file without a test exits 1, also beside others and when it ends while loading", async () => {
    const whole = 'test("holds", () => {});';
    for (const text of ["export {};", "await new Promise(() => {}); test('lost', () => {});"]) {
      const { code, output } = await runTests([text, whole]);
      assert.deepEqual([code, /✔ .*planted-2/.test(output)], [1, true], output);
    }
    assert.equal((await runTests(["export {};"])).code, 1);
  });

  test("a server left open fails its file by name instead of hanging the run", async () => {
    const { code, output } = await runTests([
      'import { createServer } from "node:http";\ntest("opens", () => { createServer().listen(0); });',
    ]);
    assert.equal(code, 1);
    assert.match(output, /left open after the last test: .*TCPServerWrap/);
  });

  test("a file may take long to load", async () => {
    const slow = "await new Promise((done) => setTimeout(done, 11_500));";
    assert.equal((await runTests([`${slow} test("holds", () => {});`])).code, 0);
  });

  test("an orphan process of a failed file, with its own output, does not block the run", async () => {
    const free = '{ stdio: "inherit", detached: true }';
    const leave = `const { pid } = spawn("sleep", ["600"], ${free}); console.log("left " + pid);`;
    const { code, output } = await runTests([
      `import { spawn } from "node:child_process";\ntest("leaves", () => { ${leave} });`,
    ]);
    process.kill(Number(/left (\d+)/.exec(output)?.[1]), "SIGKILL");
    assert.equal(code, 1);
    assert.match(output, /left open after the last test/);
  });
});

async function assertEnds(pid: number): Promise<void> {
  await eventually(() => {
    assert.throws(() => process.kill(pid, 0), { code: "ESRCH" });
    return true;
  });
}

for (const signal of ["SIGTERM", "SIGKILL"] as const)
  test(`processes started by tests end when their run is ended by ${signal}`, async (t) => {
    const place = mkdtempSync(join(tmpdir(), "souk-pid-"));
    t.after(() => rmSync(place, { recursive: true }));
    const pidFile = join(place, "pid");
    const start = `writeFileSync(${JSON.stringify(pidFile)}, String(spawn("sleep", ["600"]).pid));`;
    const text = `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
      test("starts", async () => { ${start} await new Promise((done) => setTimeout(done, 60_000)); });`;
    await runTests([text], async (_, child) => {
      await eventually(() => existsSync(pidFile) && readFileSync(pidFile, "utf8") !== "");
      child.kill(signal);
    });
    await assertEnds(Number(readFileSync(pidFile, "utf8")));
  });

test("processes started by a file end with its process", async () => {
  const start = 'console.log("left " + spawn("sleep", ["600"]).pid);';
  const { output } = await runTests([
    `import { spawn } from "node:child_process";\ntest("ends", () => { ${start} process.exit(3); });`,
  ]);
  await assertEnds(Number(/left (\d+)/.exec(output)?.[1]));
});

test("a run ended once or twice reports its results and the files not reached", async () => {
  const long = 'test("long", () => new Promise((done) => setTimeout(done, 60_000)));';
  // More than a pipe holds: the second signal comes while the report is printed.
  const breaks = 'test("breaks", () => { console.log("x".repeat(2 ** 20)); throw new Error("why"); });';
  let kills = 0;
  const { code, output } = await runTests([breaks, long, long, long], (printed, child) => {
    const isDue = kills === 0 ? printed.endsWith(")\n") : kills === 1 && printed.includes("output of");
    if (isDue && child.kill("SIGTERM")) kills += 1;
  });
  assert.deepEqual([code, kills], [1, 2]);
  assert.match(
    output,
    /Error: why[\s\S]*ended before: .*-2\.test\.ts, .*-3\.test\.ts, .*-4\.test\.ts\n[\s\S]*ℹ fail 1/,
  );
});

test("a slow file has a process to itself, thirty quick files share one, twelve where they drive pages", () => {
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
  assert.deepEqual(testGroups([...slow, ...quick, ...pages]), groups);
});

test("npm test runs quick files, npm run test:slow slow ones, and neither the clauses", () => {
  const getTier = (path: string) => testTier(join(root, path));
  assert.deepEqual(
    ["tools/a.test.ts", "tools/a.slow.test.ts", "conformance/clauses/a.test.ts", "conformance/a.test.ts"].map(
      getTier,
    ),
    ["quick", "slow", "clause", "quick"],
  );
  const [quick, slow] = [
    testFiles([join(root, "tools")], ["quick"]),
    testFiles([join(root, "tools")], ["slow"]),
  ];
  assert.ok(slow.includes(import.meta.filename) && !quick.includes(import.meta.filename));
  assert.ok(quick.length > 5 && quick.every((file) => !file.includes(".slow.")));
  assert.deepEqual(testFiles([import.meta.filename], ["quick"]), [import.meta.filename], "named itself");
});
