import type { NotificationVariables } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { storeContact } from "../stores/index.ts";

const lines = [
  { name: "Rattan Basket - Large / Natural", quantity: 1 },
  { name: "Batik Cushion", quantity: 2 },
];

/** An order of nobody's, in this shop: what a template is tried with. */
export async function exampleOf(
  run: Queryable,
  store: Store,
): Promise<NotificationVariables<"shipping_confirmation">> {
  const { name, email } = await storeContact(run, store.id);
  return {
    shop: { name, domain: store.domain, email },
    order: {
      order_number: "#1001",
      customer_name: "Mei Tan",
      line_items: [...lines, { name: "Palm Sugar 500 g", quantity: 3 }],
    },
    fulfillment: {
      tracking_company: "Pos Laju",
      tracking_number: "EN123456789MY",
      tracking_url: "https://tracking.example/EN123456789MY",
      line_items: lines,
    },
  };
}
