import type { Example } from "../operation.ts";

const created_at = "2026-11-20T16:46:38.000+08:00";

export const listEventsExample: Example = {
  query: { after: "0", topics: "product/update,inventory_level/inventory_quantity_update" },
  response: {
    events: [
      {
        sequence: 1,
        id: 1,
        topic: "product/update",
        resource_id: 1,
        created_at,
        context: "product/update",
        trigger_by_app: null,
        payload: null,
      },
      {
        sequence: 4,
        id: 5,
        topic: "inventory_level/inventory_quantity_update",
        resource_id: 1,
        created_at,
        context: "inventory_level/update",
        trigger_by_app: "stock-sync",
        payload: {
          variant_id: 1,
          location_id: 1,
          inventory_quantity: 17,
          adjustment: "DECREASE",
          inventory_level_updated_at: created_at,
        },
      },
    ],
    oldest_sequence: 1,
    last_sequence: 4,
    next_after: 4,
  },
};
