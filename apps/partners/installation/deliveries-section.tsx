import { Button, Group, Stack, Text } from "@mantine/core";
import { EmptyState, ErrorState, LoadingState, loadOlder, Section, Timestamp, useList } from "@souk/ui";
import { IconRefresh, IconSearch, IconSend } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { Delivery } from "../records.ts";
import { texts } from "../texts.ts";
import styles from "./deliveries.module.css";
import { type DeliveryFilter, deliveriesList, useDeliveries } from "./deliveries.ts";
import { DeliveryFilters } from "./delivery-filters.tsx";
import { DeliveryLine } from "./delivery-line.tsx";
import type { InstallationIds } from "./one-installation.ts";
import { ReplayFailed } from "./replay-failed.tsx";
import { ReplayOne } from "./replay-one.tsx";

const words = texts.installation.deliveries;

interface DeliveriesSectionProps {
  ids: InstallationIds;
  /** Whether deliveries to the installation can be resent now. */
  canReplay: boolean;
}

/** Show the deliveries to this installation. Each delivery can be expanded to show its attempts. */
export function DeliveriesSection({ ids, canReplay }: DeliveriesSectionProps) {
  const list = useList(deliveriesList);
  const query = useDeliveries(ids, list.query);
  return (
    <Section
      title={words.title}
      lead={words.text}
      actions={
        <Group gap="sm">
          <Refresh at={query.dataUpdatedAt} isRunning={query.isFetching} onRefresh={query.refetch} />
          {canReplay && <ReplayFailed ids={ids} />}
        </Group>
      }
    >
      <Stack>
        <DeliveryFilters ids={ids} filter={list.filters} onChange={list.setFilters} />
        <DeliveryList
          query={query}
          filter={list.filters}
          renderAction={(delivery) => (canReplay ? <ReplayOne ids={ids} delivery={delivery} /> : null)}
        />
      </Stack>
    </Section>
  );
}

interface RefreshProps {
  /** When the list was last loaded, in milliseconds since 1970; 0 before the first load. */
  at: number;
  isRunning: boolean;
  onRefresh: () => Promise<unknown>;
}

function Refresh({ at, isRunning, onRefresh }: RefreshProps) {
  return (
    <Group gap="sm">
      {at > 0 && (
        <Text size="sm" c="dimmed">
          {words.refreshed} <Timestamp at={new Date(at).toISOString()} />
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={isRunning}
        onClick={() => void onRefresh()}
      >
        {words.refresh}
      </Button>
    </Group>
  );
}

interface DeliveryListProps {
  query: ReturnType<typeof useDeliveries>;
  filter: DeliveryFilter;
  renderAction: (delivery: Delivery) => ReactNode;
}

function DeliveryList({ query, filter, renderAction }: DeliveryListProps) {
  const expandedDeliveries = useExpandedDeliveries();
  if (query.data === undefined) {
    if (!query.isError) return <LoadingState kind="table" />;
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  const deliveries = query.data.pages.flatMap((page) => page.deliveries);
  if (deliveries.length === 0) return <NoDeliveries filter={filter} />;
  return (
    <>
      <ul className={styles["list"]} data-stale={query.isPlaceholderData || undefined}>
        {deliveries.map((delivery) => (
          <DeliveryLine
            key={delivery.id}
            delivery={delivery}
            action={renderAction(delivery)}
            isOpen={expandedDeliveries.ids.includes(delivery.id)}
            onToggle={() => expandedDeliveries.toggle(delivery.id)}
          />
        ))}
      </ul>
      <LoadOlderButton query={query} />
    </>
  );
}

/**
 * Return the ids of the expanded deliveries, and the function that expands or collapses a delivery. A delivery stays expanded
 * when newer deliveries move it to another page.
 */
function useExpandedDeliveries() {
  const [ids, setIds] = useState<readonly number[]>([]);
  const toggle = (id: number) =>
    setIds(ids.includes(id) ? ids.filter((expandedId) => expandedId !== id) : [...ids, id]);
  return { ids, toggle };
}

function LoadOlderButton({ query }: Pick<DeliveryListProps, "query">) {
  if (!query.hasNextPage)
    return (
      <Text size="sm" c="dimmed" ta="center">
        {words.end}
      </Text>
    );
  return (
    <Group justify="center">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void loadOlder(query)}>
        {words.older}
      </Button>
    </Group>
  );
}

function NoDeliveries({ filter: { state, topic } }: { filter: DeliveryFilter }) {
  const isUnfiltered = state === "" && topic === "";
  return (
    <EmptyState
      icon={isUnfiltered ? IconSend : IconSearch}
      title={isUnfiltered ? words.emptyTitle : words.nothingFound}
    >
      {isUnfiltered ? words.empty : words.nothingFoundText}
    </EmptyState>
  );
}
