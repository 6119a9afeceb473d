import { getCurrencyExponent, getZoneOffset, toInstant } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "@souk/platform";
import type { OpeningMovement } from "@souk/platform/modules/inventory";
import { openDocument, purchaseOrders, transfers } from "@souk/platform/modules/purchasing";
import type { OpenedLevel } from "../stock-history.ts";

/** A product of the demo that a purchase order can name. */
export interface BoughtProduct {
  variant_ids: readonly number[];
  product: { title: string; brand: string; price: string };
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Return a function that computes a time so many days before or after today, in the store's time zone. */
function dayAt(now: number, zone: string): (days: number, hour: number, minute: number) => Date {
  const wall = now + getZoneOffset(now, zone);
  const today = wall - (wall % dayMs);
  return (days, hour, minute) =>
    new Date(toInstant(today + days * dayMs + (hour * 60 + minute) * minuteMs, zone, "earlier"));
}

/** The warehouse stock from which a product is put on the transfer. */
const minTransferStock = 20;

/** Compute the unit cost: less than half of the price. */
function costOf({ product }: BoughtProduct, currency: string): string {
  return (Number(product.price) * 0.45).toFixed(getCurrencyExponent(currency));
}

/** Build the lines for the variants of the named products. */
function linesOf(
  products: readonly BoughtProduct[],
  quantities: Readonly<Record<string, number>>,
  currency: string,
) {
  return products.flatMap((bought) => {
    const quantity = quantities[bought.product.title];
    if (quantity === undefined) return [];
    const cost_price = costOf(bought, currency);
    return bought.variant_ids.map((variant_id) => ({ variant_id, quantity, cost_price }));
  });
}

/**
 * Create the demo's purchase orders and transfer: an order received last week, one in transit, and a transfer in transit since
 * yesterday.
 * @param locations the warehouse, then the Penang branch
 * @returns the ledger lines that follow from them, for `openStock`
 */
export async function fillPurchasing(
  tx: Transaction,
  { store, owner, locations }: { store: Store; owner: number; locations: readonly number[] },
  {
    products,
    levels,
    now,
  }: { products: readonly BoughtProduct[]; levels: readonly OpenedLevel[]; now: number },
): Promise<OpeningMovement[]> {
  const [warehouse = 0, penang = 0] = locations;
  const at = dayAt(now, store.timezone);
  const lines = (quantities: Readonly<Record<string, number>>) =>
    linesOf(products, quantities, store.currency_code);
  const common = { account_id: owner };
  const currency = {
    currency_code: store.currency_code,
    currency_decimals: getCurrencyExponent(store.currency_code),
  };
  const full = levels.filter(
    ({ location_id, quantity }) => location_id === warehouse && quantity >= minTransferStock,
  );
  const sendable = new Set(full.map(({ variant_id }) => variant_id));
  const arrived = await openDocument(tx, purchaseOrders, {
    store,
    past: {
      ...common,
      header: {
        supplier_name: "Tanah Liat Studio",
        location_id: warehouse,
        ...currency,
        expected_at: at(-5, 10, 0),
        note: "Packed in straw, two boxes.",
      },
      lines: lines({ "Tide Mug": 24, "Noodle Bowl": 12 }),
      created_at: at(-9, 9, 40),
      sent_at: at(-9, 9, 55),
      received_at: at(-5, 11, 20),
    },
  });
  const coming = await openDocument(tx, purchaseOrders, {
    store,
    past: {
      ...common,
      header: {
        supplier_name: "Kayu Timur Workshop",
        location_id: warehouse,
        ...currency,
        expected_at: at(5, 10, 0),
        note: "",
      },
      lines: lines({ "Half-Dipped Chopping Board": 30, "Cooking Pair": 60 }),
      created_at: at(-2, 14, 10),
      sent_at: at(-2, 14, 25),
      received_at: null,
    },
  });
  const moving = await openDocument(tx, transfers, {
    store,
    past: {
      ...common,
      header: {
        from_location_id: warehouse,
        to_location_id: penang,
        expected_at: at(1, 12, 0),
        note: "For the weekend market.",
      },
      lines: lines({ "Block Print Tote": 8, "Everyday Sarong": 4 }).filter(({ variant_id }) =>
        sendable.has(variant_id),
      ),
      created_at: at(-1, 15, 50),
      sent_at: at(-1, 16, 30),
      received_at: null,
    },
  });
  return [...arrived, ...coming, ...moving];
}
