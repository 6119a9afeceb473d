import assert from "node:assert/strict";
import { test } from "node:test";
import { strings } from "./strings.ts";

test("what others have changed is named up to three places, and the rest is counted", () => {
  const three = strings.meanwhile(["A", "B", "C"]);
  assert.match(three, /changed A; B; C\. Save again/);
  assert.match(strings.meanwhile(["A", "B", "C", "D", "E"]), /changed A; B; C; and 2 more\./);
});
