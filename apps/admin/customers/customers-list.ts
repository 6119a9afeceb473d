import { defineList, operations } from "@souk/contract";

/** The list of customers: its filters, order and page. */
export const customersList = defineList(operations.listCustomers.query, {
  filters: { query: "query", group: "group_id", tag: "tags", marketing: "accepts_marketing" },
  sort: "updated_at.desc",
  limit: 50,
});
