import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createForgetful } from "./forgetful.ts";

test("a value is made once while it is kept, and no value is kept longer than allowed", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    let made = 0;
    const forgetful = createForgetful<string, number>(1_000);
    const get = (key: string) => forgetful.get(key, () => ++made);
    assert.deepEqual([get("a"), get("a")], [1, 1]);
    mock.timers.tick(999);
    assert.deepEqual([get("a"), get("b")], [1, 2]);
    mock.timers.tick(1);
    assert.deepEqual([get("a"), get("b")], [3, 4]);
    mock.timers.tick(1_000);
    assert.equal(get("a"), 5);
  } finally {
    mock.timers.reset();
  }
});
