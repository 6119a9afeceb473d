import { defineList, operations } from "@souk/contract";

/** The definition of the lists of partners, apps and stores, which have the same query parameters. */
export const staffList = defineList(operations.listStaffPartners.query, {
  filters: { query: "query", suspended: "suspended" },
  limit: 25,
});
