import { Button, Center, Text } from "@mantine/core";
import {
  type Column,
  DataTable,
  EmptyState,
  formatNumber,
  LongText,
  loadOlder,
  Section,
  Timestamp,
  useStore,
} from "@souk/ui";
import { IconHistory } from "@tabler/icons-react";
import { formatActor } from "../../format-actor.ts";
import { texts } from "../../texts.ts";
import type { BalanceEntry } from "./balance-entry.ts";
import type { BalanceKind } from "./balance-kind.ts";
import type { useBalance } from "./balance-queries.ts";

interface BalanceHistoryProps {
  kind: BalanceKind;
  query: ReturnType<typeof useBalance>;
}

function buildColumns(format: (amount: string) => string): Column<BalanceEntry>[] {
  const { columns } = texts.customersBalances;
  return [
    { id: "when", header: columns.when, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    {
      id: "change",
      header: columns.change,
      align: "end",
      cell: ({ change }) => <SignedAmount change={change} format={format} />,
    },
    { id: "result", header: columns.result, align: "end", cell: ({ result }) => format(result) },
    {
      id: "reason",
      header: columns.reason,
      cell: ({ description }) =>
        description === "" ? texts.customersBalances.noReason : <LongText text={description} />,
    },
    { id: "who", header: columns.who, cell: ({ actor }) => formatActor(actor) },
  ];
}

function SignedAmount({ change, format }: { change: string; format: (amount: string) => string }) {
  const isDeduction = change.startsWith("-");
  const amount = format(isDeduction ? change.slice(1) : change);
  return (
    <Text span inherit fw={600} c={isDeduction ? "var(--souk-danger)" : "var(--souk-good)"}>
      {isDeduction ? "−" : "+"}
      {amount}
    </Text>
  );
}

/** Show the changes of a balance as a table, newest first, with a button that loads older changes. */
export function BalanceHistory({ kind, query }: BalanceHistoryProps) {
  const { currency_code } = useStore();
  const pages = query.data?.pages ?? [];
  const loadedCount = pages.reduce((sum, { entries }) => sum + entries.length, 0);
  const totalCount = pages[0]?.total_count ?? 0;
  return (
    <Section title={texts.customersBalances.history}>
      <DataTable
        label={texts.customersBalances.history}
        query={query}
        rows={(history) => history.pages.flatMap(({ entries }) => entries)}
        getKey={({ id }) => id}
        columns={buildColumns((amount) => kind.format(amount, currency_code))}
        empty={
          <EmptyState icon={IconHistory} title={texts.customersBalances.none}>
            {texts.customersBalances.noneText}
          </EmptyState>
        }
      />
      {loadedCount > 0 && (
        <Center mt="md">
          {query.hasNextPage ? (
            <Button
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void loadOlder(query)}
            >
              {texts.customersBalances.older({ count: formatNumber(Math.max(totalCount - loadedCount, 1)) })}
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              {texts.customersBalances.all}
            </Text>
          )}
        </Center>
      )}
    </Section>
  );
}
