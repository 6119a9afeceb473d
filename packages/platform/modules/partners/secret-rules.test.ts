import assert from "node:assert/strict";
import { test } from "node:test";
import { classifySecrets, type SecretTimes, switchAfterMs } from "./secret-rules.ts";

const now = new Date("2026-11-21T00:00:00Z");
const at = (ms: number) => new Date(now.getTime() + ms);

function classify(secrets: SecretTimes[]) {
  const { signing, next, retired } = classifySecrets(secrets, now);
  return [signing?.id, next?.id, retired.map(({ id }) => id)];
}

test("an only secret signs, even one whose time is still to come", () => {
  assert.deepEqual(classify([{ id: 1, switch_at: null }]), [1, undefined, []]);
  assert.deepEqual(classify([{ id: 1, switch_at: at(1) }]), [1, undefined, []]);
  assert.deepEqual(classify([]), [undefined, undefined, []]);
});

test("a newer secret waits until its exact time, and then the older one is gone", () => {
  assert.deepEqual(
    classify([
      { id: 1, switch_at: null },
      { id: 2, switch_at: at(1) },
    ]),
    [1, 2, []],
  );
  assert.deepEqual(
    classify([
      { id: 1, switch_at: null },
      { id: 2, switch_at: at(0) },
    ]),
    [2, undefined, [1]],
  );
});

test("replaced secrets that were not deleted yet stay gone through another rotation", () => {
  const secrets = [
    { id: 1, switch_at: null },
    { id: 2, switch_at: at(-switchAfterMs) },
    { id: 3, switch_at: at(1) },
  ];
  assert.deepEqual(classify(secrets), [2, 3, [1]]);
});
