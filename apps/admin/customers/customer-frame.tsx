import { Group } from "@mantine/core";
import { Answered, isMissing, PageFrame, PageTabs, StatusBadge } from "@souk/ui";
import type { ReactNode } from "react";
import { AppLinks } from "../app-links/app-links.tsx";
import { useIdInAddress } from "../id-in-address.ts";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useMay } from "../use-may.ts";
import { type Customer, customerName, useCustomer } from "./customer-queries.ts";
import { DeleteCustomer } from "./delete-customer.tsx";

/** Show what every page of one customer has: the name, the actions of apps and people, and links to the other pages. */
export function CustomerFrame({ children }: { children: (customer: Customer) => ReactNode }) {
  const id = useIdInAddress();
  const query = useCustomer(id);
  const customer = query.data?.customer;
  const list = toStorePage("/customers");
  const { sections } = texts.customers;
  const mayWrite = useMay()("write_customers");
  const pages = [
    { label: sections.details, to: toStorePage("/customers/$id", { id }) },
    { label: sections.credit, to: toStorePage("/customers/$id/credit", { id }) },
    { label: sections.points, to: toStorePage("/customers/$id/points", { id }) },
  ];
  const actions = customer && (
    <Group gap="xs">
      <AppLinks placement="customer" ids={[customer.id]} />
      {mayWrite && <DeleteCustomer customer={customer} />}
    </Group>
  );
  return (
    <PageFrame
      wide
      title={
        customer
          ? customerName(customer)
          : isMissing(query)
            ? texts.customers.missing.title
            : texts.customers.loading
      }
      breadcrumbs={[{ label: texts.customers.title, to: list }]}
      badge={
        customer?.accepts_marketing && (
          <StatusBadge tone="good">{texts.customers.acceptsMarketing}</StatusBadge>
        )
      }
      actions={actions}
    >
      <Answered
        query={query}
        skeleton="form"
        missing={<MissingRecord words={texts.customers.missing} to={list} />}
      >
        {(answer) => (
          <>
            <PageTabs label={sections.label} pages={pages} />
            {children(answer.customer)}
          </>
        )}
      </Answered>
    </PageFrame>
  );
}
