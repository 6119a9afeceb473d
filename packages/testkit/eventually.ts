import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

interface Patience {
  /** Longest wait in ms; a machine at work takes several times what this one does at rest. */
  within?: number;
  /** Wait between two looks in ms. */
  every?: number;
}

/**
 * Waits until a check holds: asks again until it answers something other than false, null or undefined and throws nothing.
 * @returns the check's answer
 * @throws what the check threw last, or that it never held
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { within = 30_000, every = 10 }: Patience = {},
): Promise<NonNullable<Exclude<T, false>>> {
  const end = performance.now() + within;
  for (;;) {
    const last = await outcome(check);
    if (last.held) return last.answer;
    if (performance.now() >= end)
      throw last.error ?? new Error(`This did not hold within ${within} ms: ${check}`);
    await sleep(every);
  }
}

/**
 * Waits until what is read is what is expected: a page draws an answer some moments after it said that it has come.
 * @throws AssertionError with what was read last
 */
export async function becomes<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  await eventually(async () => {
    assert.deepEqual(await read(), expected);
    return true;
  });
}

type Outcome<T> = { held: true; answer: NonNullable<Exclude<T, false>> } | { held: false; error?: Error };

async function outcome<T>(check: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    const answer = await check();
    if (answer === false || answer === null || answer === undefined) return { held: false };
    return { held: true, answer: answer as NonNullable<Exclude<T, false>> };
  } catch (error) {
    return { held: false, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
