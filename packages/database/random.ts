import { randomInt } from "node:crypto";

const steps = 2 ** 32;

/**
 * Return a fraction from 0 to just under 1 from the system's generator: the default source for spreading retries.
 */
export function randomFraction(): number {
  return randomInt(steps) / steps;
}
