import {
  DataTable,
  formatMoney,
  formatNumber,
  LinkButton,
  NoRecords,
  Timestamp,
  TwoLines,
  useAdminConsole,
  usePlace,
  useStore,
} from "@souk/ui";
import { IconPlus, IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { customerContact, customerName } from "./customer-queries.ts";
import { CustomersActions } from "./customers-actions.tsx";
import { CustomersFilters, type CustomersPlace, customersAddress } from "./customers-filters.tsx";
import { CustomersFrame } from "./customers-frame.tsx";
import { strings } from "./strings.ts";

const usualSort = "updated_at.desc";
const shown = "code,first_name,last_name,email,phone,groups,total_credit,total_point,total_spent,updated_at";

function useCustomers({ at, page }: CustomersPlace) {
  const admin = useAdminConsole();
  const asked = {
    page,
    limit: 50,
    fields: shown,
    sort: at.sort === "" ? usualSort : at.sort,
    ...(at.query === "" ? {} : { query: at.query }),
    ...(at.group === "" ? {} : { group_id: Number(at.group) }),
    ...(at.tag === "" ? {} : { tags: [at.tag] }),
    ...(at.marketing === "" ? {} : { accepts_marketing: at.marketing === "true" }),
  };
  return useQuery({
    queryKey: ["customers", asked],
    queryFn: ({ signal }) => admin.customers.list({ query: asked, signal }),
    placeholderData: keepPreviousData,
  });
}

const everything = { query: "", group: "", tag: "", marketing: "" };

/** The customers of the shop: found by words, narrowed, sorted, a page at a time. All of it stands in the address. */
export function CustomersPage() {
  const { handle, currency_code } = useStore();
  const place = usePlace(customersAddress);
  const { at, go } = place;
  const query = useCustomers(place);
  const { columns } = strings;
  const make = (
    <LinkButton to={`/${handle}/customers/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {strings.new}
    </LinkButton>
  );
  return (
    <CustomersFrame
      title={strings.title}
      lead={strings.lead}
      actions={<CustomersActions at={at}>{make}</CustomersActions>}
    >
      <CustomersFilters place={place} />
      <DataTable
        label={strings.title}
        query={query}
        rows={({ customers }) => customers}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/${handle}/customers/${id}`}
        sort={at.sort === "" ? usualSort : at.sort}
        onSort={(sort) => go({ sort: sort === usualSort ? "" : sort })}
        onPage={(page, how) => go({ page }, how)}
        empty={
          <NoRecords
            isNarrowed={Object.keys(everything).some((name) => at[name as keyof typeof everything] !== "")}
            onShowAll={() => go(everything)}
            icon={IconUsers}
            words={strings}
            action={make}
          />
        }
        columns={[
          {
            id: "customer",
            header: columns.customer,
            sort: "name",
            cell: (customer) => (
              <TwoLines first={customerName(customer)} second={customerContact(customer)} />
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
