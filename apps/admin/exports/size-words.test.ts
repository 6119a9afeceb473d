import assert from "node:assert/strict";
import { test } from "node:test";
import { sizeWords } from "./size-words.ts";

test("bytes are told in the largest unit that they fill", () => {
  const told = [0, 1023, 1536, 20_480, 5 * 1024 ** 2, 3 * 1024 ** 3].map(sizeWords);
  assert.deepEqual(told, ["0 B", "1023 B", "1.5 KB", "20 KB", "5.0 MB", "3.0 GB"]);
});
