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

/** The record that owns metafields, and how they are read and changed. */
export interface MetafieldOwner {
  key: readonly [string, string, number];
  /** A sentence on the purpose of the owner's metafields. */
  lead: string;
  list(page: number, signal: AbortSignal): Promise<MetafieldsPage>;
  create(body: OperationBody<typeof operations.createProductMetafield>): Promise<unknown>;
  update(id: number, body: OperationBody<typeof operations.updateProductMetafield>): Promise<unknown>;
  delete(id: number): Promise<unknown>;
}

const all = { limit: 250 } as const;

/** Return a product as the owner of its metafields. */
export function useProductOwner(product_id: number): MetafieldOwner {
  const { product_metafields: calls } = useAdminConsole();
  return useMemo(
    () => ({
      key: ["metafields", "product", product_id],
      lead: texts.metafields.productLead,
      list: (page, signal) => calls.list({ params: { product_id }, query: { ...all, page }, signal }),
      create: (body) => calls.create({ params: { product_id }, body }),
      update: (id, body) => calls.update({ params: { product_id, id }, body }),
      delete: (id) => calls.delete({ params: { product_id, id } }),
    }),
    [calls, product_id],
  );
}

/** Return a customer as the owner of their metafields. */
export function useCustomerOwner(customer_id: number): MetafieldOwner {
  const { customer_metafields: calls } = useAdminConsole();
  return useMemo(
    () => ({
      key: ["metafields", "customer", customer_id],
      lead: texts.metafields.customerLead,
      list: (page, signal) => calls.list({ params: { customer_id }, query: { ...all, page }, signal }),
      create: (body) => calls.create({ params: { customer_id }, body }),
      update: (id, body) => calls.update({ params: { customer_id, id }, body }),
      delete: (id) => calls.delete({ params: { customer_id, id } }),
    }),
    [calls, customer_id],
  );
}
