import { LinkButton, useStore } from "@souk/ui";
import type { ReactNode } from "react";
import { useMay } from "../use-may.ts";
import type { CustomersPlace } from "./customers-filters.tsx";
import { strings } from "./strings.ts";

/** What narrows the list as the end of the exports' address, in the names that the API has. */
function exportQuery({ query, group, tag, marketing }: CustomersPlace["at"]): string {
  const filters = { query, group_id: group, tags: tag, accepts_marketing: marketing };
  const said = Object.entries(filters).filter(([, value]) => value !== "");
  return new URLSearchParams([["resource", "customers"], ...said]).toString();
}

/** What can be done on the page of all customers: files, and whatever else the page offers. */
export function CustomersActions({ at, children }: { at: CustomersPlace["at"]; children: ReactNode }) {
  const { handle } = useStore();
  const mayWrite = useMay()("write_customers");
  return (
    <>
      {mayWrite && (
        <LinkButton variant="default" to={`/${handle}/customers/import`}>
          {strings.import}
        </LinkButton>
      )}
      <LinkButton variant="default" to={`/${handle}/exports?${exportQuery(at)}`}>
        {strings.export}
      </LinkButton>
      {mayWrite && children}
    </>
  );
}
