import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSecrets, type SecretTimes, switchAfterMs } from "./secret-rules.ts";

const now = new Date("2026-11-21T00:00:00Z");
const at = (ms: number) => new Date(now.getTime() + ms);

function judged(secrets: SecretTimes[]) {
  const { signing, next, gone } = judgeSecrets(secrets, now);
  return [signing?.id, next?.id, gone.map(({ id }) => id)];
}

test("a secret alone signs, even one whose time is still to come", () => {
  assert.deepEqual(judged([{ id: 1, switch_at: null }]), [1, undefined, []]);
  assert.deepEqual(judged([{ id: 1, switch_at: at(1) }]), [1, undefined, []]);
  assert.deepEqual(judged([]), [undefined, undefined, []]);
});

test("a younger secret waits until its time, to the millisecond, and then the older one is gone", () => {
  assert.deepEqual(
    judged([
      { id: 1, switch_at: null },
      { id: 2, switch_at: at(1) },
    ]),
    [1, 2, []],
  );
  assert.deepEqual(
    judged([
      { id: 1, switch_at: null },
      { id: 2, switch_at: at(0) },
    ]),
    [2, undefined, [1]],
  );
});

test("secrets that were never swept away stay gone through a further rotation", () => {
  const secrets = [
    { id: 1, switch_at: null },
    { id: 2, switch_at: at(-switchAfterMs) },
    { id: 3, switch_at: at(1) },
  ];
  assert.deepEqual(judged(secrets), [2, 3, [1]]);
});
