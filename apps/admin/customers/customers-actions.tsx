import { LinkButton, type List } from "@souk/ui";
import type { ReactNode } from "react";
import { exportAddress } from "../exports/export-address.ts";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useMay } from "../use-may.ts";
import type { customersList } from "./customers-list.ts";

/** Show the actions of the customers page: import, export and the given ones. */
export function CustomersActions({
  filters,
  children,
}: {
  filters: List<typeof customersList>["apiFilters"];
  children: ReactNode;
}) {
  const mayWrite = useMay()("write_customers");
  return (
    <>
      {mayWrite && (
        <LinkButton variant="default" to={toStorePage("/customers/import")}>
          {texts.customers.import}
        </LinkButton>
      )}
      <LinkButton variant="default" to={exportAddress("customers", filters)}>
        {texts.customers.export}
      </LinkButton>
      {mayWrite && children}
    </>
  );
}
