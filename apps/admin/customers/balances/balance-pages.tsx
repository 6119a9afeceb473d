import { Grid, Stack, Text } from "@mantine/core";
import { QueryBoundary, Section, StepLine, useStore } from "@souk/ui";
import { EditGate } from "../../edit-gate.tsx";
import { texts } from "../../texts.ts";
import { CustomerFrame } from "../customer-frame.tsx";
import { AdjustBalance } from "./adjust-balance.tsx";
import { type BalanceEntry, buildChartPoints } from "./balance-entry.ts";
import { BalanceHistory } from "./balance-history.tsx";
import { type BalanceKind, creditKind, pointKind } from "./balance-kind.ts";
import { useBalance } from "./balance-queries.ts";

/** Show the page of a customer's store credit. */
export function CustomerCreditPage() {
  return (
    <CustomerFrame>
      {({ id }) => <BalanceSections key={id} kind={creditKind} customerId={id} />}
    </CustomerFrame>
  );
}

/** Show the page of a customer's loyalty points. */
export function CustomerPointsPage() {
  return (
    <CustomerFrame>{({ id }) => <BalanceSections key={id} kind={pointKind} customerId={id} />}</CustomerFrame>
  );
}

/** Show a balance, the form that adjusts it, and its history as a chart and as a table. */
function BalanceSections({ kind, customerId }: { kind: BalanceKind; customerId: number }) {
  const { currency_code } = useStore();
  const query = useBalance(kind, customerId);
  const balance = query.data?.pages[0]?.total ?? "0";
  return (
    <Stack gap="lg">
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Section title={kind.words.title} lead={kind.words.lead}>
            <QueryBoundary query={query}>
              {({ pages }) => (
                <>
                  <Text fz="2rem" fw={700} lh={1.2}>
                    {kind.format(balance, currency_code)}
                  </Text>
                  <BalanceChart
                    kind={kind}
                    balance={balance}
                    entries={pages.flatMap((page) => page.entries)}
                  />
                </>
              )}
            </QueryBoundary>
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Section title={texts.customersBalances.adjust}>
            <EditGate requiredRight="customers.credit">
              <AdjustBalance kind={kind} customerId={customerId} />
            </EditGate>
          </Section>
        </Grid.Col>
      </Grid>
      <BalanceHistory kind={kind} query={query} />
    </Stack>
  );
}

interface BalanceChartProps {
  kind: BalanceKind;
  balance: string;
  entries: readonly BalanceEntry[];
}

/** Draw the balance over time as a line. Show nothing if the balance has never changed. */
function BalanceChart({ kind, balance, entries }: BalanceChartProps) {
  const { timezone, currency_code } = useStore();
  if (entries.length === 0) return null;
  const decimals = balance.split(".")[1]?.length ?? 0;
  return (
    <>
      <Text size="sm" c="dimmed" mt="md">
        {texts.customersBalances.chartLead({ count: entries.length })}
      </Text>
      <StepLine
        points={buildChartPoints(entries)}
        total={Number(balance)}
        timezone={timezone}
        format={(total) => kind.format(total.toFixed(decimals), currency_code)}
        words={texts.customersBalances.chartDescription}
      />
    </>
  );
}
