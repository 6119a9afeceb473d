import { Group } from "@mantine/core";
import { isMissing, PageFrame, PageTabs, QueryBoundary, StatusBadge } from "@souk/ui";
import type { ReactNode } from "react";
import { AppLinks } from "../app-links/app-links.tsx";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { useIdFromUrl } from "../use-id-from-url.ts";
import { usePermissions } from "../use-permissions.ts";
import { type Customer, getCustomerName, useCustomer } from "./customer-queries.ts";
import { DeleteCustomer } from "./delete-customer.tsx";

/**
 * Show the frame of a customer's pages: the name, the app links, the delete button and the tabs for details, credit
 * and points.
 */
export function CustomerFrame({ children }: { children: (customer: Customer) => ReactNode }) {
  const id = useIdFromUrl();
  const query = useCustomer(id);
  const customer = query.data?.customer;
  const titleWithoutCustomer = isMissing(query) ? texts.customers.missing.title : texts.customers.loading;
  const listPage = toStorePage("/customers");
  const { sections } = texts.customers;
  const canWrite = usePermissions()("customers.edit");
  const pages = [
    { label: sections.details, to: toStorePage("/customers/$id", { id }) },
    { label: sections.credit, to: toStorePage("/customers/$id/credit", { id }) },
    { label: sections.points, to: toStorePage("/customers/$id/points", { id }) },
  ];
  const actions = customer && (
    <Group gap="xs">
      <AppLinks placement="customer" ids={[customer.id]} />
      {canWrite && <DeleteCustomer customer={customer} />}
    </Group>
  );
  return (
    <PageFrame
      wide
      title={customer ? getCustomerName(customer) : titleWithoutCustomer}
      breadcrumbs={[{ label: texts.customers.title, to: listPage }]}
      badge={
        customer?.accepts_marketing && (
          <StatusBadge tone="good">{texts.customers.acceptsMarketing}</StatusBadge>
        )
      }
      actions={actions}
    >
      <QueryBoundary
        query={query}
        skeleton="form"
        notFound={<MissingRecord words={texts.customers.missing} to={listPage} />}
      >
        {(response) => (
          <>
            <PageTabs label={sections.label} pages={pages} />
            {children(response.customer)}
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}
