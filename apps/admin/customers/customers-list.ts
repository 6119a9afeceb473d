import { defineList, operations } from "@souk/contract";

/** The definition of the customer list: its filters, default sort and page size. */
export const customersList = defineList(operations.listCustomers.query, {
  filters: { query: "query", group: "group_id", tag: "tags", marketing: "accepts_marketing" },
  sort: "updated_at.desc",
  limit: 50,
});
