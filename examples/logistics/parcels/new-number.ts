import { randomInt } from "node:crypto";

/** A number that leads to a parcel and that nobody guesses: whoever has it may follow the parcel. */
export function newNumber(): string {
  const digits = Array.from({ length: 14 }, () => randomInt(10));
  return `LP${digits.join("")}`;
}
