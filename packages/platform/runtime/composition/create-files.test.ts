import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startTestPlatform } from "@souk/testkit";

test("other users can open no folder with files, also not one of an earlier release", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "souk-files-"));
  t.after(() => rm(dataDir, { recursive: true }));
  await mkdir(join(dataDir, "uploads"), { mode: 0o755 });
  const testing = await startTestPlatform({ role: "api", config: { dataDir } });
  t.after(() => testing.stop());
  for (const name of ["files", "uploads"])
    assert.equal((await stat(join(dataDir, name))).mode & 0o777, 0o700, name);
});
