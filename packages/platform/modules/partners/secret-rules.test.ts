import assert from "node:assert/strict";
import { test } from "node:test";
import { classifySecrets, type SecretTimes, switchAfterMs } from "./secret-rules.ts";

const now = new Date("2026-11-21T00:00:00Z");
const fromNow = (ms: number) => new Date(now.getTime() + ms);

function classify(secrets: SecretTimes[]) {
  const { signing, next, retired } = classifySecrets(secrets, now);
  return [signing?.id, next?.id, retired.map(({ id }) => id)];
}

test("an app's only client secret signs, even if its switch_at is in the future", () => {
  assert.deepEqual(classify([{ id: 1, switch_at: null }]), [1, undefined, []]);
  assert.deepEqual(classify([{ id: 1, switch_at: fromNow(1) }]), [1, undefined, []]);
  assert.deepEqual(classify([]), [undefined, undefined, []]);
});

test("a newer client secret signs from its switch_at on, and the older secret is then retired", () => {
  assert.deepEqual(
    classify([
      { id: 1, switch_at: null },
      { id: 2, switch_at: fromNow(1) },
    ]),
    [1, 2, []],
  );
  assert.deepEqual(
    classify([
      { id: 1, switch_at: null },
      { id: 2, switch_at: fromNow(0) },
    ]),
    [2, undefined, [1]],
  );
});

test("a retired client secret that isn't deleted yet stays retired in another rotation", () => {
  const secrets = [
    { id: 1, switch_at: null },
    { id: 2, switch_at: fromNow(-switchAfterMs) },
    { id: 3, switch_at: fromNow(1) },
  ];
  assert.deepEqual(classify(secrets), [2, 3, [1]]);
});
