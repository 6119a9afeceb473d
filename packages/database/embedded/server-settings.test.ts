import assert from "node:assert/strict";
import { totalmem } from "node:os";
import { test } from "node:test";
import { buildSettingArguments, getUsableMemory } from "./server-settings.ts";

const gib = 1024 ** 3;

function findSharedBuffers(memoryBytes: number): string | undefined {
  return buildSettingArguments({}, memoryBytes).find((argument) => argument.startsWith("shared_buffers="));
}

test("PostgreSQL's shared buffers are a quarter of the memory, from 128 MiB to 1 GiB", () => {
  assert.deepEqual([gib / 4, gib, 3 * gib, 8 * gib, 24 * gib].map(findSharedBuffers), [
    "shared_buffers=128MB",
    "shared_buffers=256MB",
    "shared_buffers=768MB",
    "shared_buffers=1024MB",
    "shared_buffers=1024MB",
  ]);
});

test("a configured PostgreSQL setting replaces the default", () => {
  const settings = buildSettingArguments({ shared_buffers: "32MB" }, 24 * gib);
  assert.deepEqual(
    settings.filter((argument) => argument.startsWith("shared_buffers=")),
    ["shared_buffers=32MB"],
  );
});

test("the memory that PostgreSQL may use never exceeds the machine's memory", () => {
  const usableBytes = getUsableMemory();
  assert.ok(usableBytes > 0 && usableBytes <= totalmem());
});
