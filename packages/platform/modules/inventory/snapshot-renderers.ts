import { defineStatement } from "@souk/database";
import {
  createStatementRenderer,
  renderIds,
  type SnapshotRenderers,
} from "../../infrastructure/events/snapshot-renderers.ts";
import { buildLocationJson } from "./locations/location-json.ts";

// How the level changed is no longer known, so the adjustment is SET with the current quantity.
const renderLevels = createStatementRenderer(
  defineStatement(
    "level_topic_now",
    `
    select r.id, row_to_json((select x from (select r.variant_id, r.location_id, r.inventory_quantity, 'SET' as adjustment,
      souk_time(r.updated_at, $3) as inventory_level_updated_at) x))::text as text
    from inventory_levels r where r.store_id = $1 and r.id = any($2::bigint[])`,
  ),
);

const renderLocations = createStatementRenderer(
  defineStatement(
    "location_topic_now",
    `select r.id, ${buildLocationJson("$3")} as text from locations r where r.store_id = $1 and r.id = any($2::bigint[])`,
  ),
);

/** The renderers of the topics of stock and locations. */
export const inventoryRenderers: SnapshotRenderers = {
  "inventory_level/inventory_quantity_update": renderLevels,
  "location/create": renderLocations,
  "location/update": renderLocations,
  "location/delete": renderIds,
};
