import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DataDirectoryInUse, lockDataDirectory } from "./data-directory-lock.ts";
import { readProcessStart } from "./process-start.ts";

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "souk-lock-"));
});
after(() => rm(dataDir, { recursive: true }));

test("the error for a locked data directory contains the process id and the directory", async () => {
  const unlock = await lockDataDirectory(dataDir);
  await assert.rejects(lockDataDirectory(dataDir), (error) => {
    assert.ok(error instanceof DataDirectoryInUse);
    assert.equal(error.pid, process.pid);
    return error.message.includes(`${dataDir} is in use by process ${process.pid}.`);
  });
  await unlock();
  assert.deepEqual(await readdir(dataDir), []);
});

test("only one of 20 concurrent callers takes over the data directory lock of a process that has ended", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const pid = child.pid ?? 0;
  const started = await readProcessStart(pid);
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  const lockText = JSON.stringify({ pid, started });
  const claimName = `souk.lock.${createHash("sha256").update(lockText).digest("hex").slice(0, 16)}`;
  for (let round = 0; round < 60; round++) {
    await writeFile(join(dataDir, "souk.lock"), lockText);
    // In every second round, another process has died while it was taking over the lock.
    if (round % 2 === 1) await writeFile(join(dataDir, claimName), JSON.stringify({ pid, started: "0" }));
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataDirectory(dataDir)));
    const winners = outcomes.filter((outcome) => outcome.status === "fulfilled");
    assert.equal(winners.length, 1);
    await winners[0]?.value();
    assert.deepEqual(await readdir(dataDir), []);
  }
});

test("the data directory lock of an ended process is taken over even if its process id was reused", async () => {
  await writeFile(join(dataDir, "souk.lock"), JSON.stringify({ pid: process.pid, started: "1" }));
  const unlock = await lockDataDirectory(dataDir);
  await unlock();
});

test("an unreadable data directory lock file is reported and kept", async () => {
  const path = join(dataDir, "souk.lock");
  // Root can read every file, so the test uses a directory, which cannot be read as a file.
  await mkdir(path);
  await assert.rejects(
    lockDataDirectory(dataDir),
    /^Error: The lock of the data directory cannot be read: EISDIR.+ another user/,
  );
  assert.deepEqual(await readdir(dataDir), ["souk.lock"]);
  await rm(path, { recursive: true });
});

test("an empty data directory lock file is taken over", async () => {
  await writeFile(join(dataDir, "souk.lock"), "");
  const unlock = await lockDataDirectory(dataDir);
  assert.match(await readFile(join(dataDir, "souk.lock"), "utf8"), new RegExp(`"pid":${process.pid},`));
  await unlock();
});
