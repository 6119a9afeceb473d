import type { OperationBody, operations } from "@souk/contract";
import { useAdminConsole } from "@souk/ui";
import { useMemo } from "react";
import { texts } from "../texts.ts";
import type { Metafield } from "./metafield-value.ts";

interface MetafieldsPage {
  metafields: Metafield[];
  page: number;
  page_count: number;
  total_count: number;
  limit: number;
}

/** The record that metafields belong to, with the functions that list and change them. */
export interface MetafieldOwner {
  /** The key of the query that loads the metafields. */
  queryKey: readonly [string, string, number];
  /** The text that explains what this record's metafields are for. */
  lead: string;
  list(page: number, signal: AbortSignal): Promise<MetafieldsPage>;
  create(body: OperationBody<typeof operations.createProductMetafield>): Promise<unknown>;
  update(id: number, body: OperationBody<typeof operations.updateProductMetafield>): Promise<unknown>;
  delete(id: number): Promise<unknown>;
}

/** A page size that keeps responses small even if the metafields are large. `MetafieldsSection` loads all pages. */
const pageSizeQuery = { limit: 50 } as const;

/** Return the functions that list and change a product's metafields. */
export function useProductMetafieldOwner(product_id: number): MetafieldOwner {
  const { product_metafields: operationGroup } = useAdminConsole();
  return useMemo(
    () => ({
      queryKey: ["metafields", "product", product_id],
      lead: texts.metafields.productLead,
      list: (page, signal) =>
        operationGroup.list({ params: { product_id }, query: { ...pageSizeQuery, page }, signal }),
      create: (body) => operationGroup.create({ params: { product_id }, body }),
      update: (id, body) => operationGroup.update({ params: { product_id, id }, body }),
      delete: (id) => operationGroup.delete({ params: { product_id, id } }),
    }),
    [operationGroup, product_id],
  );
}

/** Return the functions that list and change a customer's metafields. */
export function useCustomerMetafieldOwner(customer_id: number): MetafieldOwner {
  const { customer_metafields: operationGroup } = useAdminConsole();
  return useMemo(
    () => ({
      queryKey: ["metafields", "customer", customer_id],
      lead: texts.metafields.customerLead,
      list: (page, signal) =>
        operationGroup.list({ params: { customer_id }, query: { ...pageSizeQuery, page }, signal }),
      create: (body) => operationGroup.create({ params: { customer_id }, body }),
      update: (id, body) => operationGroup.update({ params: { customer_id, id }, body }),
      delete: (id) => operationGroup.delete({ params: { customer_id, id } }),
    }),
    [operationGroup, customer_id],
  );
}
