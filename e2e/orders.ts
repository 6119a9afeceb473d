import { consoleCall, type SeededShop, seedShop } from "@souk/testkit";
import { openPage } from "./open-page.ts";
import type { Stage } from "./stage.ts";

/** An order, as far as these stories look at it. */
export interface ToldOrder {
  id: number;
  order_number: string;
  status: string;
  financial_status: string;
  fulfillment_status: string;
  total_price: string;
  amount_due: string;
  total_paid: string;
  total_refund_amount: string;
  line_items: { id: number; quantity: number; fulfilled_quantity: number; refunded_quantity: number }[];
  transactions: { id: number; kind: string; status: string; amount: string; gateway: { type: string } }[];
  fulfillment_orders: { id: number; location_id: number }[];
  fulfillments: { id: number; status: string; tracking_number: string }[];
  refunds: { id: number; status: string; amount: string }[];
  tags: string[];
  remark: string;
  cancel_reason: string;
}

/** A shop of which a story about orders is told. */
export interface OrderShop {
  shop: SeededShop;
  opened(path: string): ReturnType<typeof openPage>;
  /** Calls an operation of the shop as its owner; the answer's only record. */
  call<A>(method: string, path: string, json?: object): Promise<A>;
  /** Places an order of one line, or as the fields say. */
  order(fields?: object): Promise<ToldOrder>;
  told(id: number): Promise<ToldOrder>;
}

export async function openOrders(stage: Stage): Promise<OrderShop> {
  const shop = await seedShop(stage.testing, { products: 3, locations: 2 });
  const { browser } = shop.owner;
  const call = <A>(method: string, path: string, json?: object) =>
    consoleCall<A>(browser, [method, `${shop.host_url}/api/${path}`], json);
  return {
    shop,
    opened: (path) => openPage(stage, browser, `${shop.host_url}${path}`),
    call,
    order: async (fields = {}) => {
      const line_items = [{ variant_id: shop.variants[0]?.id, quantity: 2, price: "45.00" }];
      const { order } = await call<{ order: ToldOrder }>("POST", "3.0/orders.json", {
        line_items,
        ...fields,
      });
      return order;
    },
    told: async (id) => (await call<{ order: ToldOrder }>("GET", `3.0/orders/${id}.json`)).order,
  };
}
