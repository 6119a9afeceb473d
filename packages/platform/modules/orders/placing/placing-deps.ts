import type { OrdersDeps } from "../orders-deps.ts";
import { createOrderNumbers, type NextOrderNumber } from "./next-number.ts";
import { createPlaceStatements } from "./place-statement.ts";

/** The services that placing orders needs. */
export interface PlacingDeps extends OrdersDeps {
  statements: ReturnType<typeof createPlaceStatements>;
  nextNumber: NextOrderNumber;
}

/** Create the services that placing orders needs. */
export function createPlacingDeps(deps: OrdersDeps): PlacingDeps {
  return {
    ...deps,
    statements: createPlaceStatements(),
    nextNumber: createOrderNumbers(deps.database),
  };
}
