import { LinkButton, useStore } from "@souk/ui";
import type { ReactNode } from "react";
import { exportAddress } from "../exports/export-address.ts";
import { useMay } from "../use-may.ts";
import type { CustomersPlace } from "./customers-filters.tsx";
import { strings } from "./strings.ts";

/** What can be done on the page of all customers: files, and whatever else the page offers. */
export function CustomersActions({ at, children }: { at: CustomersPlace["at"]; children: ReactNode }) {
  const { handle } = useStore();
  const { query, group, tag, marketing } = at;
  const filters = { query, group_id: group, tags: tag, accepts_marketing: marketing };
  const mayWrite = useMay()("write_customers");
  return (
    <>
      {mayWrite && (
        <LinkButton variant="default" to={`/${handle}/customers/import`}>
          {strings.import}
        </LinkButton>
      )}
      <LinkButton variant="default" to={exportAddress(handle, "customers", filters)}>
        {strings.export}
      </LinkButton>
      {mayWrite && children}
    </>
  );
}
