import { Type } from "typebox";
import { actor, dateOut, nullable } from "./common.ts";

const count = Type.Integer({ minimum: 0 });

/** What happened in a shop lately. */
export const activity = Type.Object({
  days: Type.Integer(),
  from: dateOut,
  to: dateOut,
  events_since: Type.String({
    format: "date-time",
    description:
      "Changes of products and others are known from here on; those of stock and apps from the first day.",
  }),
  unit: Type.Enum(["hour", "day"], { description: "What a bucket spans; a day is one of store time." }),
  buckets: Type.Array(
    Type.Object({
      start: dateOut,
      stock: Type.Integer({ minimum: 0, description: "Lines of the ledger." }),
      products: Type.Integer({ minimum: 0, description: "Changes of products, those of stock left out." }),
      apps: Type.Integer({ minimum: 0, description: "Apps installed, disabled, uninstalled." }),
      orders: Type.Integer({
        minimum: 0,
        description: "Changes of orders and of their fulfillments, refunds and returns.",
      }),
      other: Type.Integer({ minimum: 0, description: "Everything else." }),
    }),
    { description: "Without a gap, the oldest first." },
  ),
  entries: Type.Array(
    Type.Object({
      id: Type.String({ description: "Of this entry among the others." }),
      at: dateOut,
      kind: Type.Enum(["stock", "product", "order", "app", "other"]),
      topic: Type.String({ description: "An event's topic, or app/install or app/disable." }),
      sequence: nullable(Type.Integer({ description: "In the event log; null for what stands elsewhere." })),
      resource_id: nullable(
        Type.Integer({ description: "Of the variant, product, installation or other record." }),
      ),
      product_id: nullable(Type.Integer({ description: "Of the product that changed, or whose stock did." })),
      order_id: nullable(
        Type.Integer({ description: "Of the order that it is about, or that what it is about belongs to." }),
      ),
      title: nullable(
        Type.String({
          description: "What the record is called now, an order as #1001; null when it is gone.",
        }),
      ),
      client_id: nullable(
        Type.String({ description: "Of the app that was installed, disabled or uninstalled." }),
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
              "How many lines of the ledger the same request wrote, among the last 500; this is the last of them.",
          }),
        }),
      ),
      actor: nullable(actor),
    }),
    { description: "The latest 50, the newest first." },
  ),
  totals: Type.Object({
    products: nullable(count),
    variants: nullable(count),
    units_in_stock: nullable(
      Type.Integer({ description: "Null, as the two before, for staff who may not see products." }),
    ),
    apps_enabled: count,
  }),
});
