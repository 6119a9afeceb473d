import { randomInt } from "node:crypto";

const stepCount = 2 ** 32;

/** Return a random number from 0 (inclusive) to 1 (exclusive). This is the default source of the random delays of retries. */
export function randomFraction(): number {
  return randomInt(stepCount) / stepCount;
}
