import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits until a check holds: asks again until it answers something other than false, null or undefined and throws nothing.
 * @param within longest wait in ms
 * @returns the check's answer
 * @throws what the check threw last, or that it never held
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { within = 5_000, every = 10 }: { within?: number; every?: number } = {},
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
