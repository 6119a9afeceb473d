import { randomInt } from "node:crypto";

/** Create a parcel number. It is random, so that nobody can guess it: anyone who has the number can track the parcel. */
export function createParcelNumber(): string {
  const digits = Array.from({ length: 14 }, () => randomInt(10));
  return `LP${digits.join("")}`;
}
