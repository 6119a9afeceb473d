import { randomInt } from "node:crypto";

const stepCount = 2 ** 32;

/** Return a random number from 0 (inclusive) to 1 (exclusive). By default, it is used to spread retries over time. */
export function randomFraction(): number {
  return randomInt(stepCount) / stepCount;
}
