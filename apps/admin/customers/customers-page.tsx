import {
  DataTable,
  formatMoney,
  formatNumber,
  type List,
  NoRecords,
  Timestamp,
  TwoLines,
  useAdminConsole,
  useList,
  useStore,
} from "@souk/ui";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { PageLinkButton } from "../page-link-button.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { getCustomerContact, getCustomerName } from "./customer-queries.ts";
import { CustomersActions } from "./customers-actions.tsx";
import { CustomersFilters } from "./customers-filters.tsx";
import { CustomersFrame } from "./customers-frame.tsx";
import { customersList } from "./customers-list.ts";

const listedFields =
  "code,first_name,last_name,email,phone,groups,total_credit,total_point,total_spent,updated_at";

function useCustomers(listQuery: List<typeof customersList>["query"]) {
  const admin = useAdminConsole();
  const query = { ...listQuery, fields: listedFields };
  return useQuery({
    queryKey: ["customers", query],
    queryFn: ({ signal }) => admin.customers.list({ query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Show the store's customers. The URL contains the search, filters, sort and page. */
export function CustomersPage() {
  const { currency_code } = useStore();
  const list = useList(customersList);
  const query = useCustomers(list.query);
  const { columns } = texts.customers;
  const createButton = (
    <PageLinkButton to={toStorePage("/customers/new")} leftSection={<IconPlus size={16} aria-hidden />}>
      {texts.customers.new}
    </PageLinkButton>
  );
  return (
    <CustomersFrame
      title={texts.customers.title}
      actions={<CustomersActions filters={list.apiFilters}>{createButton}</CustomersActions>}
    >
      <CustomersFilters list={list} />
      <DataTable
        label={texts.customers.title}
        query={query}
        rows={({ customers }) => customers}
        getKey={({ id }) => id}
        getLink={({ id }) => toStorePage("/customers/$id", { id })}
        sort={list.sort ?? ""}
        onSort={list.setSort}
        onPage={list.goToPage}
        empty={
          <NoRecords
            isFiltered={list.isFiltered}
            onShowAll={list.clearFilters}
            icon={IconUsers}
            words={texts.customers}
            action={createButton}
          />
        }
        columns={[
          {
            id: "customer",
            header: columns.customer,
            sort: "name",
            cell: (customer) => (
              <TwoLines first={getCustomerName(customer)} second={getCustomerContact(customer)} />
            ),
          },
          {
            id: "groups",
            header: columns.groups,
            cell: ({ groups }) => groups.map(({ name }) => name).join(", ") || "–",
          },
          {
            id: "credit",
            header: columns.credit,
            align: "end",
            cell: ({ total_credit }) => formatMoney(total_credit, currency_code),
          },
          {
            id: "points",
            header: columns.points,
            align: "end",
            cell: ({ total_point }) => formatNumber(total_point),
          },
          {
            id: "spent",
            header: columns.spent,
            align: "end",
            sort: "total_spent",
            cell: ({ total_spent }) => formatMoney(total_spent, currency_code),
          },
          {
            id: "updated",
            header: columns.updated,
            sort: "updated_at",
            cell: ({ updated_at }) => <Timestamp at={updated_at} />,
          },
        ]}
      />
    </CustomersFrame>
  );
}
