import { Grid, Stack, Text } from "@mantine/core";
import { Answered, Section, StepLine, useStore } from "@souk/ui";
import { texts } from "../../texts.ts";
import { CustomerFrame } from "../customer-frame.tsx";
import { AdjustBalance } from "./adjust-balance.tsx";
import { type BalanceEntry, balancePoints } from "./balance-entry.ts";
import { BalanceHistory } from "./balance-history.tsx";
import { type BalanceKind, creditKind, pointKind } from "./balance-kind.ts";
import { useBalance } from "./balance-queries.ts";

/** Show the store credit of one customer. */
export function CustomerCreditPage() {
  return <CustomerFrame>{({ id }) => <Balance key={id} kind={creditKind} customerId={id} />}</CustomerFrame>;
}

/** Show the loyalty points of one customer. */
export function CustomerPointsPage() {
  return <CustomerFrame>{({ id }) => <Balance key={id} kind={pointKind} customerId={id} />}</CustomerFrame>;
}

/** Show the balance, its adjustment and its history: as a chart, and line by line. */
function Balance({ kind, customerId }: { kind: BalanceKind; customerId: number }) {
  const { currency_code } = useStore();
  const query = useBalance(kind, customerId);
  const left = query.data?.pages[0]?.total ?? "0";
  return (
    <Stack gap="lg">
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Section title={kind.words.title} lead={kind.words.lead}>
            <Answered query={query}>
              {({ pages }) => (
                <>
                  <Text fz="2rem" fw={700} lh={1.2}>
                    {kind.format(left, currency_code)}
                  </Text>
                  <OverTime kind={kind} left={left} entries={pages.flatMap((page) => page.entries)} />
                </>
              )}
            </Answered>
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Section title={texts.customersBalances.adjust}>
            <AdjustBalance kind={kind} customerId={customerId} />
          </Section>
        </Grid.Col>
      </Grid>
      <BalanceHistory kind={kind} query={query} />
    </Stack>
  );
}

interface OverTimeProps {
  kind: BalanceKind;
  left: string;
  entries: readonly BalanceEntry[];
}

/** Draw the balance as a line; nothing if it never changed. */
function OverTime({ kind, left, entries }: OverTimeProps) {
  const { timezone, currency_code } = useStore();
  if (entries.length === 0) return null;
  const decimals = left.split(".")[1]?.length ?? 0;
  return (
    <>
      <Text size="sm" c="dimmed" mt="md">
        {texts.customersBalances.chartLead({ count: entries.length })}
      </Text>
      <StepLine
        points={balancePoints(entries)}
        total={Number(left)}
        timezone={timezone}
        format={(total) => kind.format(total.toFixed(decimals), currency_code)}
        words={texts.customersBalances.chartDescription}
      />
    </>
  );
}
