import { defineList, operations } from "@souk/contract";

/** The definition of the order list: its filters, default sort and page size. */
export const ordersList = defineList(operations.listOrders.query, {
  filters: {
    query: "query",
    status: "status",
    financial: "financial_status",
    fulfillment: "fulfillment_status",
    location: "location_id",
  },
  sort: "processed_at.desc",
  limit: 50,
});
