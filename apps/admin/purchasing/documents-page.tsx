import { Group } from "@mantine/core";
import { defineList, operations } from "@souk/contract";
import {
  DataTable,
  formatDay,
  type List,
  ListSearch,
  ListSelect,
  NoRecords,
  Timestamp,
  useList,
} from "@souk/ui";
import { IconTruckDelivery } from "@tabler/icons-react";
import { LocationFilter } from "../locations/location-filter.tsx";
import { PageLinkButton } from "../page-link-button.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { useDocuments } from "./document-queries.ts";
import { DocumentStatus } from "./document-status.tsx";
import type { DocumentKind } from "./documents.ts";
import { PurchasingFrame } from "./purchasing-frame.tsx";
import { ReceivedProgress } from "./received-progress.tsx";
import type { StockDocument } from "./stock-document.ts";

/** The definition of the lists of purchase orders and of transfers, which have the same query parameters. */
const documentsList = defineList(operations.listTransfers.query, {
  filters: {
    query: "query",
    // The page translates this filter itself, because `open` stands for several statuses.
    status: null,
    location: "location_ids",
  },
  sort: "id.desc",
  limit: 25,
});

/**
 * Show the list of purchase orders or transfers. The URL contains the search, filters, sort and page.
 */
export function DocumentsPage({ kind }: { kind: DocumentKind }) {
  const list = useList(documentsList);
  const { status } = list.filters;
  const statusQuery = status === "" ? {} : { status: expandStatus(kind, status) };
  const query = useDocuments(kind, { ...list.query, ...statusQuery });
  const { columns } = texts.purchasing;
  return (
    <PurchasingFrame kind={kind}>
      <Filters kind={kind} list={list} />
      <DataTable
        label={kind.words.table}
        query={query}
        rows={({ documents }) => documents}
        getKey={({ id }) => id}
        getLink={({ id }) => toStorePage(`/${kind.name}/$id`, { id })}
        sort={list.sort ?? ""}
        onSort={list.setSort}
        onPage={list.goToPage}
        empty={
          <NoRecords
            isFiltered={list.isFiltered}
            onShowAll={list.clearFilters}
            icon={IconTruckDelivery}
            words={{ empty: kind.words.empty, none: texts.purchasing.none }}
            action={
              <PageLinkButton variant="default" to={toStorePage(`/${kind.name}/new`)}>
                {kind.words.add}
              </PageLinkButton>
            }
          />
        }
        columns={[
          { id: "number", header: columns.number, sort: "id", cell: ({ number }) => number },
          {
            id: "route",
            header: kind.name === "transfers" ? columns.route : columns.supplier,
            cell: (document) => formatRouteOrSupplier(document),
          },
          { id: "status", header: columns.status, cell: ({ status }) => <DocumentStatus status={status} /> },
          {
            id: "units",
            header: columns.units,
            align: "end",
            cell: (document) => <ReceivedProgress document={document} />,
          },
          {
            id: "expected",
            header: columns.expected,
            sort: "expected_at",
            cell: ({ expected_at }) =>
              expected_at === null ? texts.purchasing.notExpected : formatDay(expected_at),
          },
          {
            id: "updated",
            header: columns.updated,
            sort: "updated_at",
            cell: ({ updated_at }) => <Timestamp at={updated_at} />,
          },
        ]}
      />
    </PurchasingFrame>
  );
}

/** Return the statuses of the API for a value of the status filter. */
function expandStatus(kind: DocumentKind, status: string): string[] {
  return status === "open" ? [kind.sentStatus, "partially_received"] : [status];
}

/** Format a transfer's origin and destination, or a purchase order's supplier. */
function formatRouteOrSupplier(document: StockDocument): string {
  if ("to_location_id" in document) return `${document.from_location_name} → ${document.to_location_name}`;
  return document.supplier_name === "" ? texts.purchasing.noSupplier : document.supplier_name;
}

interface FiltersProps {
  kind: DocumentKind;
  list: List<typeof documentsList>;
}

function Filters({ kind, list }: FiltersProps) {
  const statuses = ["draft", kind.sentStatus, "partially_received", "received", "cancelled"] as const;
  return (
    <Group align="flex-end" mb="md">
      <ListSearch list={list} name="query" words={texts.purchasing} />
      <ListSelect
        list={list}
        name="status"
        label={texts.purchasing.status}
        allLabel={texts.purchasing.anyStatus}
        choices={[
          { value: "open", label: texts.purchasing.open },
          ...statuses.map((value) => ({ value, label: texts.purchasing.statuses[value] })),
        ]}
      />
      <LocationFilter value={list.filters.location} onChange={(location) => list.setFilters({ location })} />
    </Group>
  );
}
