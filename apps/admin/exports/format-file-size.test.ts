import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFileSize } from "./format-file-size.ts";

test("a file size is formatted in the largest unit that makes the number at least 1", () => {
  const sizes = [0, 1023, 1536, 20_480, 5 * 1024 ** 2, 3 * 1024 ** 3].map(formatFileSize);
  assert.deepEqual(sizes, ["0 B", "1,023 B", "1.5 KB", "20 KB", "5.0 MB", "3.0 GB"]);
});
