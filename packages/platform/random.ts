import { randomBytes } from "node:crypto";

/** Random text for secrets and ids: `bytes` random bytes as base64url. */
export type RandomText = (bytes: number) => string;

export const secureRandomText: RandomText = (bytes) => randomBytes(bytes).toString("base64url");
