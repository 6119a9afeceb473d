import { randomInt } from "node:crypto";

const steps = 2 ** 32;

/** A fraction from 0 to just under 1, from the system's generator: what spreads retries when no other source is given. */
export function randomFraction(): number {
  return randomInt(steps) / steps;
}
