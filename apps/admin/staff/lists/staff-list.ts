import { defineList, operations } from "@souk/contract";

/** A list of partners, apps or stores, which accept the same parameters. */
export const staffList = defineList(operations.listStaffPartners.query, {
  filters: { query: "query", suspended: "suspended" },
  limit: 25,
});
