import type { NotificationVariables } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { loadStoreContact } from "../stores/index.ts";

const shipmentLines = [
  { name: "Rattan Basket - Large / Natural", quantity: 1 },
  { name: "Batik Cushion", quantity: 2 },
];

/** Build the variables of an invented order, for previews and test emails of a store's templates. */
export async function buildExampleVariables(
  db: Queryable,
  store: Store,
): Promise<NotificationVariables<"shipping_confirmation">> {
  const { name, email } = await loadStoreContact(db, store.id);
  return {
    shop: { name, domain: store.domain, email },
    order: {
      order_number: "#1001",
      customer_name: "Mei Tan",
      line_items: [...shipmentLines, { name: "Palm Sugar 500 g", quantity: 3 }],
    },
    fulfillment: {
      tracking_company: "Pos Laju",
      tracking_number: "EN123456789MY",
      tracking_url: "https://tracking.example/EN123456789MY",
      line_items: shipmentLines,
    },
  };
}
