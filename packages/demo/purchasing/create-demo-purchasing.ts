import { getCurrencyExponent, getZoneOffset, toInstant } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "@souk/platform";
import type { InitialMovement } from "@souk/platform/modules/inventory";
import { insertHistoricalDocument, purchaseOrders, transfers } from "@souk/platform/modules/purchasing";
import type { SeededLevel } from "../stock-history.ts";

/** A product of the demo that can be ordered from a supplier. */
export interface PurchasableProduct {
  variant_ids: readonly number[];
  product: { title: string; brand: string; price: string };
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Create a function that computes the time at an hour and minute of a time zone, on the day that is `days` days from today. */
function createTimeFunction(now: number, zone: string): (days: number, hour: number, minute: number) => Date {
  const localNow = now + getZoneOffset(now, zone);
  const today = localNow - (localNow % dayMs);
  return (days, hour, minute) =>
    new Date(toInstant(today + days * dayMs + (hour * 60 + minute) * minuteMs, zone, "earlier"));
}

/** The minimum stock in the warehouse for a variant to be included in the transfer. */
const minTransferStock = 20;

/** Compute the unit cost, which is 45% of the price. */
function computeUnitCost({ product }: PurchasableProduct, currency: string): string {
  return (Number(product.price) * 0.45).toFixed(getCurrencyExponent(currency));
}

/** Build document lines for all variants of the products that have a quantity. @param quantities the quantities by product title */
function buildLines(
  products: readonly PurchasableProduct[],
  quantities: Readonly<Record<string, number>>,
  currency: string,
) {
  return products.flatMap((purchasable) => {
    const quantity = quantities[purchasable.product.title];
    if (quantity === undefined) return [];
    const cost_price = computeUnitCost(purchasable, currency);
    return purchasable.variant_ids.map((variant_id) => ({ variant_id, quantity, cost_price }));
  });
}

/**
 * Create a purchase order that was received five days ago, an open purchase order, and a transfer that has been in transit since
 * yesterday. `locationIds` has the ids of the warehouse and of the Penang shop.
 * @returns the resulting stock movements, for `insertInitialStock`
 */
export async function createDemoPurchasing(
  tx: Transaction,
  { store, ownerId, locationIds }: { store: Store; ownerId: number; locationIds: readonly number[] },
  {
    products,
    levels,
    now,
  }: { products: readonly PurchasableProduct[]; levels: readonly SeededLevel[]; now: number },
): Promise<InitialMovement[]> {
  const [warehouseId = 0, penangId = 0] = locationIds;
  const computeTime = createTimeFunction(now, store.timezone);
  const buildDocumentLines = (quantities: Readonly<Record<string, number>>) =>
    buildLines(products, quantities, store.currency_code);
  const author = { account_id: ownerId };
  const currency = {
    currency_code: store.currency_code,
    currency_decimals: getCurrencyExponent(store.currency_code),
  };
  const wellStockedLevels = levels.filter(
    ({ location_id, quantity }) => location_id === warehouseId && quantity >= minTransferStock,
  );
  const transferableVariantIds = new Set(wellStockedLevels.map(({ variant_id }) => variant_id));
  const receivedOrderMovements = await insertHistoricalDocument(tx, purchaseOrders, {
    store,
    document: {
      ...author,
      header: {
        supplier_name: "Tanah Liat Studio",
        location_id: warehouseId,
        ...currency,
        expected_at: computeTime(-5, 10, 0),
        note: "Packed in straw, two boxes.",
      },
      lines: buildDocumentLines({ "Tide Mug": 24, "Noodle Bowl": 12 }),
      created_at: computeTime(-9, 9, 40),
      sent_at: computeTime(-9, 9, 55),
      received_at: computeTime(-5, 11, 20),
    },
  });
  const openOrderMovements = await insertHistoricalDocument(tx, purchaseOrders, {
    store,
    document: {
      ...author,
      header: {
        supplier_name: "Kayu Timur Workshop",
        location_id: warehouseId,
        ...currency,
        expected_at: computeTime(5, 10, 0),
        note: "",
      },
      lines: buildDocumentLines({ "Half-Dipped Chopping Board": 30, "Cooking Pair": 60 }),
      created_at: computeTime(-2, 14, 10),
      sent_at: computeTime(-2, 14, 25),
      received_at: null,
    },
  });
  const transferMovements = await insertHistoricalDocument(tx, transfers, {
    store,
    document: {
      ...author,
      header: {
        from_location_id: warehouseId,
        to_location_id: penangId,
        expected_at: computeTime(1, 12, 0),
        note: "For the weekend market.",
      },
      lines: buildDocumentLines({ "Block Print Tote": 8, "Everyday Sarong": 4 }).filter(({ variant_id }) =>
        transferableVariantIds.has(variant_id),
      ),
      created_at: computeTime(-1, 15, 50),
      sent_at: computeTime(-1, 16, 30),
      received_at: null,
    },
  });
  return [...receivedOrderMovements, ...openOrderMovements, ...transferMovements];
}
