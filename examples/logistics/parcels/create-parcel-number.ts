import { randomInt } from "node:crypto";

/** Create a random parcel number. It cannot be guessed, because anyone who has it can track the parcel. */
export function createParcelNumber(): string {
  const digits = Array.from({ length: 14 }, () => randomInt(10));
  return `LP${digits.join("")}`;
}
