import type { List } from "@souk/ui";
import type { ReactNode } from "react";
import { buildExportPageLink } from "../exports/export-page-link.ts";
import { PageLinkButton } from "../page-link-button.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePageAccess, usePermissions } from "../use-permissions.ts";
import type { customersList } from "./customers-list.ts";

/**
 * Show the actions of the customers page: the export button, the import button (only to people who may import), and
 * `children` (only to people who may edit customers).
 */
export function CustomersActions({
  filters,
  children,
}: {
  filters: List<typeof customersList>["apiFilters"];
  children: ReactNode;
}) {
  const canWrite = usePermissions()("customers.edit");
  const canOpenPage = usePageAccess();
  return (
    <>
      {canOpenPage("/customers/import") && (
        <PageLinkButton variant="default" to={toStorePage("/customers/import")}>
          {texts.customers.import}
        </PageLinkButton>
      )}
      <PageLinkButton variant="default" to={buildExportPageLink("customers", filters)}>
        {texts.customers.export}
      </PageLinkButton>
      {canWrite && children}
    </>
  );
}
