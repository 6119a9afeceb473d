import {
  type AccessRequirement,
  type ExportedResource,
  type ImportableResource,
  operations,
  type QuerySpec,
} from "@souk/contract";
import type { Database } from "@souk/database";
import type { RecordWalk } from "../../infrastructure/listing/record-walk.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { createProductWalk, type ProductSnapshots } from "../catalog/index.ts";
import { createCustomerWalk } from "../customers/index.ts";
import { levelWalk, movementWalk } from "../inventory/index.ts";
import { createOrderWalk, type OrderSnapshots } from "../orders/index.ts";
import { createCustomerCsvFormatter } from "./customers/customer-csv.ts";
import type { LineFormatter } from "./line-formatter.ts";
import { createProductCsvFormatter } from "./products/product-csv.ts";

/** Optional content of an export, which requires another scope or right than the exported resource does. */
export interface ExportOptions {
  /** Whether the export contains custom fields of customers (CUS-3). */
  hasAttributes: boolean;
}

/** Creates the formatter of the lines of a store's CSV file. */
export type CreateCsvFormatter = (
  database: Database,
  store: Store,
  options: ExportOptions,
) => Promise<LineFormatter>;

/** How the records of a resource are exported. */
export interface ExportSource {
  /** The access that the resource's list requires. */
  access: AccessRequirement;
  /** The filters of the resource's list. */
  filters: QuerySpec;
  /** Create the functions that read all records that the filters match, batch by batch. */
  createWalk(options: ExportOptions): RecordWalk<unknown>;
  /** The number of records that one query reads. */
  batchSize: number;
}

/** The sources of all resources that can be exported. */
export type ExportSources = Readonly<Record<ExportedResource, ExportSource>>;

/** The functions that create CSV formatters, for the resources that can be imported. */
export const csvFormatterFactories: Readonly<Record<ImportableResource, CreateCsvFormatter>> = {
  products: createProductCsvFormatter,
  customers: createCustomerCsvFormatter,
};

// The cast to `RecordWalk<unknown>` is safe, because a source's filters are always parsed with the source's own query specification.
function createSource<Filters>(
  { scopes, rights, query }: AccessRequirement & { query: QuerySpec },
  createWalk: (options: ExportOptions) => RecordWalk<Filters>,
  batchSize: number,
): ExportSource {
  return {
    access: { scopes, rights },
    filters: query,
    createWalk: (options) => createWalk(options) as RecordWalk<unknown>,
    batchSize,
  };
}

/** The readers of the stored snapshots of exported records. */
export interface ExportedSnapshots {
  products: ProductSnapshots;
  orders: OrderSnapshots;
}

/** Create the sources of all resources that can be exported. */
export function createExportSources(snapshots: ExportedSnapshots): ExportSources {
  const productWalk = createProductWalk(snapshots.products);
  const orderWalk = createOrderWalk(snapshots.orders);
  return {
    products: createSource(operations.countProducts, () => productWalk, 100),
    customers: createSource(operations.countCustomers, createCustomerWalk, 500),
    orders: createSource(operations.countOrders, () => orderWalk, 100),
    inventory_levels: createSource(operations.countInventoryLevels, () => levelWalk, 1_000),
    inventory_movements: createSource(operations.countInventoryMovements, () => movementWalk, 1_000),
  };
}
