import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DataDirectoryInUse, lockDataDirectory } from "./data-directory-lock.ts";
import { processStart } from "./process-start.ts";

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "souk-lock-"));
});
after(() => rm(dataDir, { recursive: true }));

test("a held directory is refused in one sentence that names the process and the directory", async () => {
  const unlock = await lockDataDirectory(dataDir);
  await assert.rejects(lockDataDirectory(dataDir), (error) => {
    assert.ok(error instanceof DataDirectoryInUse);
    assert.equal(error.pid, process.pid);
    return error.message.includes(`${dataDir} is in use by process ${process.pid};`);
  });
  await unlock();
  assert.deepEqual(await readdir(dataDir), []);
});

test("the lock of a process that ended is taken over, by exactly one of many", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const pid = child.pid ?? 0;
  const started = await processStart(pid);
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  const left = JSON.stringify({ pid, started });
  const claim = `souk.lock.${createHash("sha256").update(left).digest("hex").slice(0, 16)}`;
  for (let round = 0; round < 60; round++) {
    await writeFile(join(dataDir, "souk.lock"), left);
    // One who took it over may have died at it, too.
    if (round % 2 === 1) await writeFile(join(dataDir, claim), JSON.stringify({ pid, started: "0" }));
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDirectory(dataDir)));
    const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
    assert.equal(won.length, 1);
    await won[0]?.value();
    assert.deepEqual(await readdir(dataDir), []);
  }
});

test("a live process that was given the pid of the holder holds nothing", async () => {
  await writeFile(join(dataDir, "souk.lock"), JSON.stringify({ pid: process.pid, started: "1" }));
  const unlock = await lockDataDirectory(dataDir);
  await unlock();
});

test("a lock that may not be read is told of, and stays", async () => {
  const path = join(dataDir, "souk.lock");
  // Root may read every file, so that what cannot be read is a folder here.
  await mkdir(path);
  await assert.rejects(
    lockDataDirectory(dataDir),
    /^Error: The lock of the data directory cannot be read: EISDIR.+ another user/,
  );
  assert.deepEqual(await readdir(dataDir), ["souk.lock"]);
  await rm(path, { recursive: true });
});

test("a lock that says nothing is taken over", async () => {
  await writeFile(join(dataDir, "souk.lock"), "");
  const unlock = await lockDataDirectory(dataDir);
  assert.match(await readFile(join(dataDir, "souk.lock"), "utf8"), new RegExp(`"pid":${process.pid},`));
  await unlock();
});
