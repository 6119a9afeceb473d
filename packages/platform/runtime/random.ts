import { randomBytes, randomInt } from "node:crypto";

/** Returns `byteCount` random bytes as base64url, for secrets and ids. */
export type RandomText = (byteCount: number) => string;

export const secureRandomText: RandomText = (byteCount) => randomBytes(byteCount).toString("base64url");

/** Returns a random number that is at least 0 and less than 1, to spread work over time. */
export type RandomFraction = () => number;

/** The number of different fractions that `secureRandomFraction` can return. */
const fractionCount = 2 ** 32;

export const secureRandomFraction: RandomFraction = () => randomInt(fractionCount) / fractionCount;
