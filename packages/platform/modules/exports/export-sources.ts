import {
  type ExportedResource,
  type ImportableResource,
  operations,
  type QuerySpec,
  type ScopeNeed,
} from "@souk/contract";
import type { Database } from "@souk/database";
import type { RecordWalk } from "../../listing/record-walk.ts";
import type { Store } from "../../routing/call.ts";
import { createProductWalk, type ProductDocuments } from "../catalog/index.ts";
import { createCustomerWalk } from "../customers/index.ts";
import { levelWalk, movementWalk } from "../inventory/index.ts";
import { createOrderWalk, type OrderDocuments } from "../orders/index.ts";
import { createCustomerCsv } from "./customers/customer-csv.ts";
import type { LineWriter } from "./line-writer.ts";
import { createProductCsv } from "./products/product-csv.ts";

/** What stands in an export beside what its resource's scope lets everybody read. */
export interface ExportExtent {
  /** Custom fields of customers (CUS-3). */
  attributes: boolean;
}

/** Makes the writer of a store's CSV file. */
export type CreateCsv = (database: Database, store: Store, extent: ExportExtent) => Promise<LineWriter>;

/** How a resource is exported: who may, by which filters, and the way through its records. */
export interface ExportSource {
  /** What its list needs. */
  scopes: ScopeNeed;
  /** The filters of its list. */
  filters: QuerySpec;
  walkOf(extent: ExportExtent): RecordWalk<unknown>;
  /** Records that are read at once. */
  portion: number;
}

/** Every resource that can be exported. */
export type ExportSources = Readonly<Record<ExportedResource, ExportSource>>;

/** What is exported as CSV: all that an import reads. */
export const csvWriters: Readonly<Record<ImportableResource, CreateCsv>> = {
  products: createProductCsv,
  customers: createCustomerCsv,
};

// A walk's filters are read by the very specification that stands beside it.
function source<Filters>(
  { scopes, query }: { scopes: ScopeNeed; query: QuerySpec },
  walkOf: (extent: ExportExtent) => RecordWalk<Filters>,
  portion: number,
): ExportSource {
  return { scopes, filters: query, walkOf: (extent) => walkOf(extent) as RecordWalk<unknown>, portion };
}

/** What is kept of records as it is exported. */
export interface ExportedDocuments {
  products: ProductDocuments;
  orders: OrderDocuments;
}

/** The way of each. */
export function createExportSources(documents: ExportedDocuments): ExportSources {
  const productWalk = createProductWalk(documents.products);
  const orderWalk = createOrderWalk(documents.orders);
  return {
    products: source(operations.countProducts, () => productWalk, 100),
    customers: source(operations.countCustomers, createCustomerWalk, 500),
    orders: source(operations.countOrders, () => orderWalk, 100),
    inventory_levels: source(operations.countInventoryLevels, () => levelWalk, 1_000),
    inventory_movements: source(operations.countInventoryMovements, () => movementWalk, 1_000),
  };
}
