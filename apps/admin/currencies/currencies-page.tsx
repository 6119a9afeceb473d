import { Group } from "@mantine/core";
import {
  DataTable,
  getCurrencyName,
  StatusBadge,
  Timestamp,
  TwoLines,
  useAdminConsole,
  useStore,
  useUrlState,
} from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { PageLinkButton } from "../page-link-button.tsx";
import { toStorePage } from "../page-urls.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { texts } from "../texts.ts";
import type { Currency } from "./currency-queries.ts";

/** Show the store currency and the additional currencies that prices can be shown in. */
export function CurrenciesPage() {
  const { currency_code } = useStore();
  const admin = useAdminConsole();
  const { page, goToPage } = useUrlState([]);
  const query = useQuery({
    queryKey: ["currencies", { page }],
    queryFn: ({ signal }) => admin.currencies.list({ query: { page, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
  });
  const { columns } = texts.currencies;
  return (
    <SettingsFrame
      title={texts.currencies.title}
      lead={texts.currencies.lead}
      actions={
        <PageLinkButton
          to={toStorePage("/settings/currencies/new")}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {texts.currencies.add}
        </PageLinkButton>
      }
    >
      <DataTable
        label={texts.currencies.title}
        query={query}
        rows={({ currencies }) => currencies}
        getKey={({ id }) => id}
        getLink={({ code }) => toStorePage("/settings/currencies/$code", { code })}
        onPage={goToPage}
        columns={[
          {
            id: "currency",
            header: columns.currency,
            cell: ({ code }) => <TwoLines first={code} second={getCurrencyName(code)} />,
          },
          {
            id: "rate",
            header: columns.rate,
            cell: (currency) => <Rate currency={currency} storeCurrency={currency_code} />,
          },
          {
            id: "rounding",
            header: columns.rounding,
            align: "end",
            cell: ({ rounding }) => rounding ?? texts.currencies.unit,
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

interface RateProps {
  currency: Currency;
  storeCurrency: string;
}

function Rate({ currency: { is_default, rate, code }, storeCurrency }: RateProps) {
  if (!is_default) return texts.currencies.rate({ storeCurrency, rate, code });
  return (
    <Group component="span">
      <StatusBadge tone="info">{texts.currencies.storeCurrency}</StatusBadge>
    </Group>
  );
}
