import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { eventually } from "@souk/testkit";
import { root } from "../root.ts";
import { measuring, testLanes, waiting } from "./lanes.ts";

interface Ended {
  code: number | null;
  output: string;
}

/** Runs tools/test.ts over test files with these texts. @param meanwhile hears what it prints, and may end it */
async function runTests(
  texts: readonly string[],
  meanwhile?: (output: string, child: ChildProcess) => void,
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
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part: string) => {
        output += part;
        meanwhile?.(output, child);
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
  assert.doesNotMatch(output, /said/, "what a passing file printed is not told");
});

test("a failing test exits 1 and is told with its error and what its file printed", async () => {
  const { code, output } = await runTests([
    'test("breaks", () => { console.log("said"); throw new Error("why"); });',
  ]);
  assert.equal(code, 1);
  for (const part of ["✖ breaks", "Error: why", "said", "ℹ fail 1"]) assert.ok(output.includes(part), part);
});

test("a file that breaks while it is loaded exits 1 and shows what broke", async () => {
  const { code, output } = await runTests(['throw new Error("at load");']);
  assert.equal(code, 1);
  assert.match(output, /✖ .*planted\.test\.ts/);
  assert.match(output, /Error: at load/);
});

test("a file that breaks while it is loaded exits 1, also after its first test", async () => {
  const { code, output } = await runTests([
    'test("holds", () => {}); throw new Error("late"); test("lost", () => {});',
  ]);
  assert.equal(code, 1);
  assert.match(output, /planted\.test\.ts broke while it was loaded\nError: late/);
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
  test(`a ${what} that fails when all tests have passed exits 1 and is told`, async () => {
    const { code, output } = await runTests([text]);
    assert.equal(code, 1);
    assert.match(output, /Error: why/);
    assert.match(output, /ℹ pass 1\nℹ fail 1\n/);
  });

test("a file whose process ends before it exits 1 and shows what it printed", async () => {
  const { code, output } = await runTests(['test("ends", () => { console.log("said"); process.exit(3); });']);
  assert.equal(code, 1);
  assert.match(output, /✖ .*planted\.test\.ts \(did not end well\)\n[\s\S]*said[\s\S]*ended with 3/);
});

test("each file of a process has its own hooks, and a failing one takes none with it", async () => {
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

test("a file without a test exits 1, also beside others and when it ends while it is loaded", async () => {
  const whole = 'test("holds", () => {});';
  for (const text of ["export {};", "await new Promise(() => {}); test('lost', () => {});"]) {
    assert.equal((await runTests([text])).code, 1);
    const { code, output } = await runTests([text, whole]);
    assert.deepEqual([code, /✔ .*planted-2/.test(output)], [1, true], output);
  }
});

describe("what takes its time", { concurrency: true }, () => {
  test("a server left open fails its file by name instead of hanging the run", async () => {
    const { code, output } = await runTests([
      'import { createServer } from "node:http";\ntest("opens", () => { createServer().listen(0); });',
    ]);
    assert.equal(code, 1);
    assert.match(output, /left open after the last test: .*TCPServerWrap/);
  });

  test("a file may take its time to be loaded", async () => {
    const slow = "await new Promise((done) => setTimeout(done, 11_500));";
    assert.equal((await runTests([`${slow} test("holds", () => {});`])).code, 0);
  });

  test("a process that a failed file sets free, with the output of its own, does not hold the run", async () => {
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

/** A test that starts a process and writes its id into a file, and one that ends once it is there. */
function starting(pidFile: string): [string, string] {
  const path = JSON.stringify(pidFile);
  const start = `writeFileSync(${path}, String(spawn("sleep", ["600"]).pid));`;
  return [
    `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
     test("starts", async () => { ${start} await new Promise((done) => setTimeout(done, 60_000)); });`,
    `import { existsSync } from "node:fs"; import { setTimeout as sleep } from "node:timers/promises";
     test("waits", async () => { while (!existsSync(${path})) await sleep(10); });`,
  ];
}

for (const signal of ["SIGTERM", "SIGKILL"] as const)
  test(`what the tests of a run have started ends with it when it is ended by ${signal}`, async (t) => {
    const place = mkdtempSync(join(tmpdir(), "souk-pid-"));
    t.after(() => rmSync(place, { recursive: true }));
    const pidFile = join(place, "pid");
    await runTests(starting(pidFile), (_, child) => child.kill(signal));
    await assertEnds(Number(readFileSync(pidFile, "utf8")));
  });

test("what a file has started ends with its process", async () => {
  const start = 'console.log("left " + spawn("sleep", ["600"]).pid);';
  const { output } = await runTests([
    `import { spawn } from "node:child_process";\ntest("ends", () => { ${start} process.exit(3); });`,
  ]);
  await assertEnds(Number(/left (\d+)/.exec(output)?.[1]));
});

test("a run that is ended, also twice, tells what it has seen and what it has not reached", async () => {
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

test("one proof and one file that waits or measures run beside two other files", () => {
  const [[waits = ""], [measures = ""]] = [waiting, measuring];
  const [proof, other] = [join(root, "proofs/a.test.ts"), join(root, "packages/proofs/a.test.ts")];
  const lanes = testLanes([waits, measures, proof, other]);
  assert.deepEqual(lanes, [
    { files: [proof], concurrency: 1, filesOfProcess: 1 },
    { files: [waits, measures], concurrency: 1, filesOfProcess: 1 },
    { files: [other], concurrency: 2, filesOfProcess: 20 },
  ]);
  assert.deepEqual(
    testLanes([other]).map(({ files }) => files),
    [[other]],
  );
  for (const file of [...waiting, ...measuring]) assert.ok(existsSync(file), file);
});
