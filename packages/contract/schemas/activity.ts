import { Type } from "typebox";
import { actor, nullable, timestamp } from "./common.ts";

const count = Type.Integer({ minimum: 0 });

/** Recent activity in a store. */
export const activity = Type.Object({
  days: Type.Integer(),
  from: timestamp,
  to: timestamp,
  events_since: Type.String({
    format: "date-time",
    description:
      "Start of the recorded history of products and other records. The history of stock and apps starts on the " +
      "store's first day.",
  }),
  unit: Type.Enum(["hour", "day"], {
    description: "Length of one bucket. Days begin at midnight in store time.",
  }),
  buckets: Type.Array(
    Type.Object({
      start: timestamp,
      stock: Type.Integer({ minimum: 0, description: "Inventory movements." }),
      products: Type.Integer({ minimum: 0, description: "Product changes, except stock changes." }),
      apps: Type.Integer({ minimum: 0, description: "Apps installed, disabled or uninstalled." }),
      orders: Type.Integer({
        minimum: 0,
        description: "Changes of orders and of their fulfillments, refunds and returns.",
      }),
      other: Type.Integer({ minimum: 0, description: "All other changes." }),
    }),
    { description: "Buckets without gaps, oldest first." },
  ),
  entries: Type.Array(
    Type.Object({
      id: Type.String({ description: "Id of the entry, unique in this list." }),
      at: timestamp,
      kind: Type.Enum(["stock", "product", "order", "app", "other"]),
      topic: Type.String({ description: "Topic of the event, or app/install or app/disable." }),
      sequence: nullable(
        Type.Integer({ description: "Sequence in the event log; null for an entry that is not an event." }),
      ),
      resource_id: nullable(
        Type.Integer({ description: "Id of the variant, product, installation or other record." }),
      ),
      product_id: nullable(
        Type.Integer({ description: "Id of the product that changed, or whose stock changed." }),
      ),
      order_id: nullable(
        Type.Integer({
          description: "Id of the order that changed, or to which the changed record belongs.",
        }),
      ),
      title: nullable(
        Type.String({
          description:
            "Current name of the record; for an order, its number, such as #1001. Null if the record was deleted.",
        }),
      ),
      client_id: nullable(
        Type.String({ description: "Client id of the app that was installed, disabled or uninstalled." }),
      ),
      stock: nullable(
        Type.Object({
          location_name: nullable(Type.String()),
          change: Type.Integer(),
          resulting_quantity: Type.Integer(),
          reason: Type.String(),
          count: Type.Integer({
            minimum: 1,
            description:
              "Number of inventory movements of the same request among the last 500 movements. The entry describes the last of them.",
          }),
        }),
      ),
      actor: nullable(actor),
    }),
    { description: "The latest 50 entries, newest first." },
  ),
  totals: Type.Object({
    products: nullable(count),
    variants: nullable(count),
    units_in_stock: nullable(
      Type.Integer({
        description:
          "`products`, `variants` and `units_in_stock` are null for staff who cannot view products.",
      }),
    ),
    apps_enabled: count,
  }),
});
