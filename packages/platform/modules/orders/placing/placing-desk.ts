import type { OrderDesk } from "../order-desk.ts";
import { createOrderNumbers, type NextOrderNumber } from "./next-number.ts";
import { createPlaceStatements } from "./place-statement.ts";

/** What placing needs beside the desk. */
export interface PlacingDesk extends OrderDesk {
  statements: ReturnType<typeof createPlaceStatements>;
  nextNumber: NextOrderNumber;
}

export function createPlacingDesk(desk: OrderDesk): PlacingDesk {
  return {
    ...desk,
    statements: createPlaceStatements(desk.facts),
    nextNumber: createOrderNumbers(desk.database),
  };
}
