import assert from "node:assert/strict";
import { totalmem } from "node:os";
import { test } from "node:test";
import { settingArguments, usableMemory } from "./server-settings.ts";

const gib = 1024 ** 3;

function buffersFor(memory: number): string | undefined {
  return settingArguments({}, memory).find((argument) => argument.startsWith("shared_buffers="));
}

test("the embedded database keeps pages in a quarter of the memory, from 128 MiB to 1 GiB", () => {
  assert.deepEqual([gib / 4, gib, 3 * gib, 8 * gib, 24 * gib].map(buffersFor), [
    "shared_buffers=128MB",
    "shared_buffers=256MB",
    "shared_buffers=768MB",
    "shared_buffers=1024MB",
    "shared_buffers=1024MB",
  ]);
});

test("a setting that is given counts, and is given once", () => {
  const given = settingArguments({ shared_buffers: "32MB" }, 24 * gib);
  assert.deepEqual(
    given.filter((argument) => argument.startsWith("shared_buffers=")),
    ["shared_buffers=32MB"],
  );
});

test("the memory that counts is never more than the machine has", () => {
  const usable = usableMemory();
  assert.ok(usable > 0 && usable <= totalmem());
});
