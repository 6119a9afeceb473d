import assert from "node:assert/strict";
import { test } from "node:test";
import { sizeWords } from "./size-words.ts";

test("a number of bytes is shown in the largest unit that it fills", () => {
  const sizes = [0, 1023, 1536, 20_480, 5 * 1024 ** 2, 3 * 1024 ** 3].map(sizeWords);
  assert.deepEqual(sizes, ["0 B", "1,023 B", "1.5 KB", "20 KB", "5.0 MB", "3.0 GB"]);
});
