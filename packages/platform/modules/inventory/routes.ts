import { operations } from "@souk/contract";
import type { FactRegistry } from "../../events/facts.ts";
import { type Route, read, statement } from "../../routing/route.ts";
import { adjustLevel } from "./adjust-level.ts";
import { getLocation } from "./get-location.ts";
import { createStockStatements } from "./level-store.ts";
import { countLevels, listLevels } from "./list-levels.ts";
import { countLocations, listLocations } from "./list-locations.ts";
import { setLevel } from "./set-level.ts";

/** The operations of locations and inventory levels. */
export function inventoryRoutes(facts: FactRegistry): Route[] {
  const statements = createStockStatements(facts);
  return [
    read(operations.listLocations, listLocations),
    read(operations.countLocations, countLocations),
    read(operations.getLocation, getLocation),
    read(operations.listInventoryLevels, listLevels),
    read(operations.countInventoryLevels, countLevels),
    statement(operations.setInventoryLevel, (run, call) => setLevel(statements, run, call)),
    statement(operations.adjustInventoryLevel, (run, call) => adjustLevel(statements, run, call)),
  ];
}
