import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

interface Patience {
  /** The longest wait in ms; a busy machine takes several times what an idle one does. */
  within?: number;
  /** The wait between two checks in ms. */
  every?: number;
}

/**
 * Wait until a check holds: call it again until it returns something other than false, null or undefined and does not
 * throw.
 * @returns the check's result
 * @throws what the check threw last, or that it never held
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { within = 30_000, every = 10 }: Patience = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + within;
  for (;;) {
    const last = await outcome(check);
    if (last.isMet) return last.answer;
    if (performance.now() >= end)
      throw last.error ?? new Error(`This did not hold within ${within} ms: ${check}`);
    await sleep(every);
  }
}

/**
 * Wait until the read value is the expected one: a page draws a response some moments after it has arrived.
 * @throws AssertionError with the last read value
 */
export async function becomes<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  await eventually(async () => {
    assert.deepEqual(await read(), expected);
    return true;
  });
}

type Outcome<T> = { isMet: true; answer: NonNullable<Exclude<T, false>> } | { isMet: false; error?: Error };

async function outcome<T>(check: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    const answer = await check();
    if (answer === false || answer === null || answer === undefined) return { isMet: false };
    return { isMet: true, answer: answer as NonNullable<Exclude<T, false>> };
  } catch (error) {
    return { isMet: false, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
