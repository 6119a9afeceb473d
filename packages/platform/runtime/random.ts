import { randomBytes, randomInt } from "node:crypto";

/** Random text for secrets and ids: `bytes` random bytes as base64url. */
export type RandomText = (bytes: number) => string;

export const secureRandomText: RandomText = (bytes) => randomBytes(bytes).toString("base64url");

/** Returns a fraction from 0 to under 1, to spread what would otherwise happen at once. */
export type RandomFraction = () => number;

const steps = 2 ** 32;

export const secureRandomFraction: RandomFraction = () => randomInt(steps) / steps;
