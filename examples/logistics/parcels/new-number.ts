import { randomInt } from "node:crypto";

/** Create a parcel number that cannot be guessed: whoever has it may track the parcel. */
export function newNumber(): string {
  const digits = Array.from({ length: 14 }, () => randomInt(10));
  return `LP${digits.join("")}`;
}
