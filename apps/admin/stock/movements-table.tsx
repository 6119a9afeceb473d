import { Button, Center, Stack, Text, Title } from "@mantine/core";
import { type Column, DataTable, EmptyState, formatNumber, loadOlder } from "@souk/ui";
import { IconHistory } from "@tabler/icons-react";
import { useId } from "react";
import { texts } from "../texts.ts";
import type { Movement, useMovements } from "./stock-queries.ts";

type MovementsQuery = ReturnType<typeof useMovements>;

interface MovementsTableProps {
  query: MovementsQuery;
  columns: readonly Column<Movement>[];
}

/** Show stock movements as a table, newest first, with a button that loads older ones. */
export function MovementsTable({ query, columns }: MovementsTableProps) {
  const id = useId();
  const words = texts.stock.movements;
  const loadedCount = query.data?.pages.reduce((sum, page) => sum + page.inventory_movements.length, 0) ?? 0;
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} id={id}>
        {words.title}
      </Title>
      <DataTable
        label={words.title}
        query={query}
        rows={({ pages }) => pages.flatMap((page) => page.inventory_movements)}
        getKey={(movement) => movement.id}
        columns={columns}
        empty={
          <EmptyState icon={IconHistory} title={words.none}>
            {words.noneText}
          </EmptyState>
        }
      />
      {loadedCount > 0 && <LoadOlderButton query={query} loadedCount={loadedCount} />}
    </Stack>
  );
}

function LoadOlderButton({ query, loadedCount }: { query: MovementsQuery; loadedCount: number }) {
  const words = texts.stock.movements;
  const totalCount = query.data?.pages[0]?.total_count ?? 0;
  // While there is a next page, at least 1 movement remains, even if movements were added after the total was counted.
  const remainingCount = Math.max(totalCount - loadedCount, 1);
  return (
    <Center>
      {query.hasNextPage ? (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void loadOlder(query)}>
          {words.older({ remaining: formatNumber(remainingCount) })}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {words.all}
        </Text>
      )}
    </Center>
  );
}
