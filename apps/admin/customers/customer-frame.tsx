import { Group } from "@mantine/core";
import { Answered, isMissing, PageFrame, PageParts, StatusBadge, useStore } from "@souk/ui";
import type { ReactNode } from "react";
import { AppLinks } from "../app-links/app-links.tsx";
import { useIdInAddress } from "../id-in-address.ts";
import { MissingRecord } from "../missing-record.tsx";
import { useMay } from "../use-may.ts";
import { type Customer, customerName, useCustomer } from "./customer-queries.ts";
import { DeleteCustomer } from "./delete-customer.tsx";
import { strings } from "./strings.ts";

/** What every page of one customer has: their name, what apps and people do with them, and the way to the other pages. */
export function CustomerFrame({ children }: { children: (customer: Customer) => ReactNode }) {
  const { handle } = useStore();
  const id = useIdInAddress();
  const query = useCustomer(id);
  const customer = query.data?.customer;
  const list = `/${handle}/customers`;
  const own = `${list}/${id}`;
  const { onePart } = strings;
  const mayWrite = useMay()("write_customers");
  const pages = [
    { label: onePart.details, to: own },
    { label: onePart.credit, to: `${own}/credit` },
    { label: onePart.points, to: `${own}/points` },
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
      title={customer ? customerName(customer) : isMissing(query) ? strings.missing.title : strings.loading}
      breadcrumbs={[{ label: strings.title, to: list }]}
      badge={customer?.accepts_marketing && <StatusBadge tone="good">{strings.takesOffers}</StatusBadge>}
      actions={actions}
    >
      <Answered query={query} skeleton="form" missing={<MissingRecord words={strings.missing} to={list} />}>
        {(answer) => (
          <>
            <PageParts label={onePart.label} pages={pages} />
            {children(answer.customer)}
          </>
        )}
      </Answered>
    </PageFrame>
  );
}
