import { operations } from "@souk/contract";
import type { FactRegistry } from "../../events/facts.ts";
import { type Route, read, statement, write } from "../../routing/route.ts";
import { adjustLevel } from "./adjust-level.ts";
import { batchLevels } from "./batch-levels.ts";
import { createChangeOpenLevels } from "./change-levels.ts";
import { createStockStatements } from "./level-store.ts";
import { countLevels, listLevels } from "./list-levels.ts";
import { countMovements, listMovements } from "./list-movements.ts";
import { createLocation } from "./locations/create-location.ts";
import { deleteLocation, type LocationKeeper } from "./locations/delete-location.ts";
import { getLocation, getLocationByCode } from "./locations/get-location.ts";
import { countLocations, listLocations } from "./locations/list-locations.ts";
import { updateLocation } from "./locations/update-location.ts";
import { reserveLevel } from "./reserve-level.ts";
import { setLevel } from "./set-level.ts";

/**
 * The operations of locations, inventory levels and their ledger.
 * @param keepers the reasons of other modules why a location cannot be deleted
 */
export function inventoryRoutes(facts: FactRegistry, keepers: readonly LocationKeeper[] = []): Route[] {
  const statements = createStockStatements(facts);
  const changeOpenLevels = createChangeOpenLevels(facts);
  return [
    read(operations.listLocations, listLocations),
    read(operations.countLocations, countLocations),
    read(operations.getLocation, getLocation),
    read(operations.getLocationByCode, getLocationByCode),
    write(operations.createLocation, (tx, call) => createLocation(facts, tx, call)),
    write(operations.updateLocation, (tx, call) => updateLocation(facts, tx, call)),
    write(operations.deleteLocation, (tx, call) => deleteLocation({ facts, keepers }, tx, call)),
    read(operations.listInventoryLevels, listLevels),
    read(operations.countInventoryLevels, countLevels),
    read(operations.listInventoryMovements, listMovements),
    read(operations.countInventoryMovements, countMovements),
    statement(operations.setInventoryLevel, (run, call) => setLevel(statements, run, call)),
    statement(operations.adjustInventoryLevel, (run, call) => adjustLevel(statements, run, call)),
    write(operations.reserveInventoryLevel, (tx, call) => reserveLevel(changeOpenLevels, tx, call)),
    write(operations.changeInventoryLevels, (tx, call) => batchLevels(changeOpenLevels, tx, call)),
  ];
}
