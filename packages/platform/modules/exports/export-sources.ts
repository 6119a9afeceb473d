import {
  type ExportedResource,
  type ImportableResource,
  operations,
  type QuerySpec,
  type ScopeRequirement,
} from "@souk/contract";
import type { Database } from "@souk/database";
import type { RecordWalk } from "../../infrastructure/listing/record-walk.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { createProductWalk, type ProductDocuments } from "../catalog/index.ts";
import { createCustomerWalk } from "../customers/index.ts";
import { levelWalk, movementWalk } from "../inventory/index.ts";
import { createOrderWalk, type OrderDocuments } from "../orders/index.ts";
import { createCustomerCsv } from "./customers/customer-csv.ts";
import type { LineWriter } from "./line-writer.ts";
import { createProductCsv } from "./products/product-csv.ts";

/** The optional content of an export, which the scope of its resource alone does not let everyone read. */
export interface ExportExtent {
  /** Custom fields of customers (CUS-3). */
  attributes: boolean;
}

/** Creates the writer of a store's CSV file. */
export type CreateCsv = (database: Database, store: Store, extent: ExportExtent) => Promise<LineWriter>;

/** How a resource is exported: the required scopes, the filters, and the walk over its records. */
export interface ExportSource {
  /** The scopes that its list requires. */
  scopes: ScopeRequirement;
  /** The filters of its list. */
  filters: QuerySpec;
  createWalk(extent: ExportExtent): RecordWalk<unknown>;
  /** The number of records that are read at once. */
  portion: number;
}

/** The sources of all resources that can be exported. */
export type ExportSources = Readonly<Record<ExportedResource, ExportSource>>;

/** The writers of CSV files: for every resource that can be imported. */
export const csvWriters: Readonly<Record<ImportableResource, CreateCsv>> = {
  products: createProductCsv,
  customers: createCustomerCsv,
};

// A walk's filters are read by the very specification that stands beside it.
function source<Filters>(
  { scopes, query }: { scopes: ScopeRequirement; query: QuerySpec },
  createWalk: (extent: ExportExtent) => RecordWalk<Filters>,
  portion: number,
): ExportSource {
  return {
    scopes,
    filters: query,
    createWalk: (extent) => createWalk(extent) as RecordWalk<unknown>,
    portion,
  };
}

/** The stored snapshots of exported records. */
export interface ExportedDocuments {
  products: ProductDocuments;
  orders: OrderDocuments;
}

/** Create the sources of all resources that can be exported. */
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
