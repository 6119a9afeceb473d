import { randomInt } from "node:crypto";

const steps = 2 ** 32;

/**
 * Return a random fraction from 0 up to, not including, 1. It is the default for spreading retries over time.
 */
export function randomFraction(): number {
  return randomInt(steps) / steps;
}
