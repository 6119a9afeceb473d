import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

interface WaitOptions {
  /** The maximum wait in ms. It is long, because a busy machine is several times slower than an idle one. */
  timeoutMs?: number;
  /** The interval between two checks in ms. */
  intervalMs?: number;
}

/**
 * Wait until a check succeeds. The check is called repeatedly until it does not throw and returns something other than false,
 * null or undefined.
 * @returns the result of the check
 * @throws after the timeout, the error that the last check threw, or an error that says that the check did not succeed
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 30_000, intervalMs = 10 }: WaitOptions = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const outcome = await runCheck(check);
    if (outcome.isOk) return outcome.result;
    if (performance.now() >= end)
      throw outcome.error ?? new Error(`The check did not succeed within ${timeoutMs} ms: ${check}`);
    await sleep(intervalMs);
  }
}

/**
 * Wait until a value equals the expected one, for example until a page shows a response.
 * @param read reads the current value
 * @throws AssertionError after the timeout, with the last value
 */
export async function assertBecomes<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  await eventually(async () => {
    assert.deepEqual(await read(), expected);
    return true;
  });
}

type Outcome<T> = { isOk: true; result: NonNullable<Exclude<T, false>> } | { isOk: false; error?: Error };

async function runCheck<T>(check: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    const result = await check();
    if (result === false || result === null || result === undefined) return { isOk: false };
    return { isOk: true, result: result as NonNullable<Exclude<T, false>> };
  } catch (error) {
    return { isOk: false, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
