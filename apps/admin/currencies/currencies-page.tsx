import { Group } from "@mantine/core";
import {
  currencyName,
  DataTable,
  LinkButton,
  StatusBadge,
  Timestamp,
  TwoLines,
  useAdminConsole,
  usePlace,
  useStore,
} from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import type { Currency } from "./currency-queries.ts";
import { strings } from "./strings.ts";

/** The currencies of the shop: its own one, and those that prices can be shown in. */
export function CurrenciesPage() {
  const { handle, currency_code } = useStore();
  const admin = useAdminConsole();
  const { page, go } = usePlace([]);
  const query = useQuery({
    queryKey: ["currencies", { page }],
    queryFn: ({ signal }) => admin.currencies.list({ query: { page, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
  });
  const list = `/${handle}/settings/currencies`;
  const { columns } = strings;
  return (
    <SettingsFrame
      title={strings.title}
      lead={strings.lead}
      actions={
        <LinkButton to={`${list}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
          {strings.add}
        </LinkButton>
      }
    >
      <DataTable
        label={strings.title}
        query={query}
        rows={({ currencies }) => currencies}
        keyOf={({ id }) => id}
        linkOf={({ code }) => `${list}/${code}`}
        onPage={(next, how) => go({ page: next }, how)}
        columns={[
          {
            id: "currency",
            header: columns.currency,
            cell: ({ code }) => <TwoLines first={code} second={currencyName(code)} />,
          },
          {
            id: "rate",
            header: columns.rate,
            cell: (currency) => <Rate currency={currency} own={currency_code} />,
          },
          {
            id: "rounding",
            header: columns.rounding,
            align: "end",
            cell: ({ rounding }) => rounding ?? strings.unit,
          },
          {
            id: "updated",
            header: columns.updated,
            cell: ({ updated_at }) => <Timestamp at={updated_at} />,
          },
        ]}
      />
    </SettingsFrame>
  );
}

function Rate({ currency: { is_default, rate, code }, own }: { currency: Currency; own: string }) {
  if (!is_default) return strings.rate(own, rate, code);
  return (
    <Group component="span">
      <StatusBadge tone="info">{strings.own}</StatusBadge>
    </Group>
  );
}
