import type { OrdersDeps } from "../orders-deps.ts";
import { createOrderNumbers, type NextOrderNumber } from "./next-number.ts";
import { createPlaceStatements } from "./place-statement.ts";

/** The services that are needed to place orders. */
export interface PlacingDeps extends OrdersDeps {
  statements: ReturnType<typeof createPlaceStatements>;
  nextNumber: NextOrderNumber;
}

/** Create the services that are needed to place orders. */
export function createPlacingDeps(deps: OrdersDeps): PlacingDeps {
  return {
    ...deps,
    statements: createPlaceStatements(),
    nextNumber: createOrderNumbers(deps.database),
  };
}
