import { operations } from "@souk/contract";
import { type Route, read, statement, write } from "../../infrastructure/routing/route.ts";
import { adjustLevel } from "./adjust-level.ts";
import { applyBatch } from "./batch-levels.ts";
import type { InventoryDeps } from "./inventory-deps.ts";
import { countLevels, listLevels } from "./list-levels.ts";
import { countMovements, listMovements } from "./list-movements.ts";
import { createLocation } from "./locations/create-location.ts";
import { deleteLocation } from "./locations/delete-location.ts";
import { getLocation, getLocationByCode } from "./locations/get-location.ts";
import { countLocations, listLocations } from "./locations/list-locations.ts";
import { updateLocation } from "./locations/update-location.ts";
import { reserveLevel } from "./reserve-level.ts";
import { setLevel } from "./set-level.ts";

/** Create the routes of locations, inventory levels and the ledger. */
export function createInventoryRoutes(deps: InventoryDeps): Route[] {
  return [
    read(operations.listLocations, listLocations),
    read(operations.countLocations, countLocations),
    read(operations.getLocation, getLocation),
    read(operations.getLocationByCode, getLocationByCode),
    write(operations.createLocation, createLocation),
    write(operations.updateLocation, updateLocation),
    write(operations.deleteLocation, (tx, call) => deleteLocation(deps, tx, call)),
    read(operations.listInventoryLevels, listLevels),
    read(operations.countInventoryLevels, countLevels),
    read(operations.listInventoryMovements, listMovements),
    read(operations.countInventoryMovements, countMovements),
    statement(operations.setInventoryLevel, setLevel),
    statement(operations.adjustInventoryLevel, adjustLevel),
    write(operations.reserveInventoryLevel, reserveLevel),
    write(operations.changeInventoryLevels, applyBatch),
  ];
}
