import { Group } from "@mantine/core";
import { defineList, operations } from "@souk/contract";
import {
  DataTable,
  formatDay,
  LinkButton,
  type List,
  ListSearch,
  ListSelect,
  NoRecords,
  Timestamp,
  useList,
} from "@souk/ui";
import { IconTruckDelivery } from "@tabler/icons-react";
import { LocationFilter } from "../locations/location-filter.tsx";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useDocuments } from "./document-queries.ts";
import { DocumentStatus } from "./document-status.tsx";
import type { DocumentKind } from "./documents.ts";
import { PurchasingFrame } from "./purchasing-frame.tsx";
import type { StockDocument } from "./stock-document.ts";
import { UnitsLine } from "./units-line.tsx";

/** The list of purchase orders or of transfers, which accept the same parameters. */
const documentsList = defineList(operations.listTransfers.query, {
  filters: {
    query: "query",
    // The page sends the state itself: `open` is several.
    status: null,
    location: "location_ids",
  },
  sort: "id.desc",
  limit: 25,
});

/**
 * Show a list of purchase orders or transfers, filtered by search text, state and location. All of it is
 * kept in the address.
 */
export function DocumentsPage({ kind }: { kind: DocumentKind }) {
  const list = useList(documentsList);
  const { status } = list.filters;
  const states = status === "" ? {} : { status: expandStatus(kind, status) };
  const query = useDocuments(kind, { ...list.query, ...states });
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
            isNarrowed={list.isNarrowed}
            onShowAll={list.clearFilters}
            icon={IconTruckDelivery}
            words={{ empty: kind.words.empty, none: texts.purchasing.none }}
            action={
              <LinkButton variant="default" to={toStorePage(`/${kind.name}/new`)}>
                {kind.words.add}
              </LinkButton>
            }
          />
        }
        columns={[
          { id: "number", header: columns.number, sort: "id", cell: ({ number }) => number },
          {
            id: "whom",
            header: kind.name === "transfers" ? columns.route : columns.supplier,
            cell: (document) => getRoute(document),
          },
          { id: "status", header: columns.status, cell: ({ status }) => <DocumentStatus status={status} /> },
          {
            id: "units",
            header: columns.units,
            align: "end",
            cell: (document) => <UnitsLine document={document} />,
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

function expandStatus(kind: DocumentKind, status: string): string[] {
  return status === "open" ? [kind.sentState, "partially_received"] : [status];
}

function getRoute(document: StockDocument): string {
  if ("to_location_id" in document) return `${document.from_location_name} → ${document.to_location_name}`;
  return document.supplier_name === "" ? texts.purchasing.noSupplier : document.supplier_name;
}

interface FiltersProps {
  kind: DocumentKind;
  list: List<typeof documentsList>;
}

function Filters({ kind, list }: FiltersProps) {
  const states = ["draft", kind.sentState, "partially_received", "received", "cancelled"] as const;
  return (
    <Group align="flex-end" mb="md">
      <ListSearch list={list} name="query" words={texts.purchasing} />
      <ListSelect
        list={list}
        name="status"
        label={texts.purchasing.status}
        all={texts.purchasing.anyStatus}
        choices={[
          { value: "open", label: texts.purchasing.open },
          ...states.map((value) => ({ value, label: texts.purchasing.statuses[value] })),
        ]}
      />
      <LocationFilter value={list.filters.location} onChange={(location) => list.setFilters({ location })} />
    </Group>
  );
}
