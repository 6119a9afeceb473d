import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRange } from "./byte-range.ts";

function formatRange(header: string | undefined, size: number): string {
  const requested = parseRange(header, size);
  return requested.kind === "part" ? `${requested.range.first}-${requested.range.last}` : requested.kind;
}

test("a Range header is parsed as a part of the file, as outside the file, or as the whole file", () => {
  const cases: [string | undefined, number, string][] = [
    [undefined, 10, "all"],
    ["bytes=0-0", 10, "0-0"],
    ["bytes=0-", 10, "0-9"],
    ["BYTES=3-5", 10, "3-5"],
    ["bytes=9-99", 10, "9-9"],
    ["bytes=-1", 10, "9-9"],
    ["bytes=-99", 10, "0-9"],
    ["bytes=10-", 10, "outside"],
    ["bytes=-0", 10, "outside"],
    ["bytes=0-0", 0, "outside"],
    ["bytes=-5", 0, "outside"],
    ["bytes=5-3", 10, "all"],
    ["bytes=-", 10, "all"],
    ["bytes=1-2,4-5", 10, "all"],
    ["bytes= 1-2", 10, "all"],
    ["bytes=1-2x", 10, "all"],
    ["items=1-2", 10, "all"],
    ["bytes=99999999999999999999-", 10, "all"],
  ];
  for (const [header, size, expected] of cases)
    assert.equal(formatRange(header, size), expected, `${header} of ${size}`);
});
