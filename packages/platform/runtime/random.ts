import { randomBytes, randomInt } from "node:crypto";

/** Returns `bytes` random bytes as base64url, for secrets and ids. */
export type RandomText = (bytes: number) => string;

export const secureRandomText: RandomText = (bytes) => randomBytes(bytes).toString("base64url");

/** Returns a random number that is at least 0 and less than 1, to spread work over time. */
export type RandomFraction = () => number;

const steps = 2 ** 32;

export const secureRandomFraction: RandomFraction = () => randomInt(steps) / steps;
