import { Group } from "@mantine/core";
import {
  DataTable,
  dayWords,
  FilterSelect,
  LinkButton,
  NoRecords,
  type Place,
  SearchBox,
  Timestamp,
  usePlace,
  useStore,
} from "@souk/ui";
import { IconTruckDelivery } from "@tabler/icons-react";
import { LocationFilter } from "../locations/location-filter.tsx";
import { useDocuments } from "./document-queries.ts";
import { DocumentStatus } from "./document-status.tsx";
import type { DocumentKind } from "./documents.ts";
import { PurchasingFrame } from "./purchasing-frame.tsx";
import type { StockDocument } from "./stock-document.ts";
import { strings } from "./strings.ts";
import { UnitsLine } from "./units-line.tsx";

const names = ["query", "status", "location", "sort"] as const;

/** A list of purchase orders or of transfers: found by words, state and location. All of it stands in the address. */
export function DocumentsPage({ kind }: { kind: DocumentKind }) {
  const { handle } = useStore();
  const { at, page, go } = usePlace(names);
  const sort = at.sort === "" ? "id.desc" : at.sort;
  const location = Number(at.location);
  const query = useDocuments(kind, {
    page,
    limit: 25,
    sort,
    ...(at.query === "" ? {} : { query: at.query }),
    ...(at.status === "" ? {} : { status: statesOf(kind, at.status) }),
    ...(location > 0 ? { location_ids: [location] } : {}),
  });
  const { columns } = strings;
  const isNarrowed = at.query !== "" || at.status !== "" || at.location !== "";
  return (
    <PurchasingFrame kind={kind}>
      <Filters kind={kind} at={at} go={go} />
      <DataTable
        label={kind.words.table}
        query={query}
        rows={({ documents }) => documents}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/${handle}/${kind.name}/${id}`}
        sort={sort}
        onSort={(chosen) => go({ sort: chosen })}
        onPage={(next, how) => go({ page: next }, how)}
        empty={
          <NoRecords
            isNarrowed={isNarrowed}
            onShowAll={() => go({ query: "", status: "", location: "" })}
            icon={IconTruckDelivery}
            words={{ empty: kind.words.empty, none: strings.none }}
            action={
              <LinkButton variant="default" to={`/${handle}/${kind.name}/new`}>
                {kind.words.add}
              </LinkButton>
            }
          />
        }
        columns={[
          { id: "number", header: columns.number, sort: "id", cell: ({ number }) => number },
          {
            id: "whom",
            header: kind.name === "transfers" ? columns.way : columns.supplier,
            cell: (document) => wayOf(document),
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
            cell: ({ expected_at }) => (expected_at === null ? strings.notExpected : dayWords(expected_at)),
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

function statesOf(kind: DocumentKind, status: string): string[] {
  return status === "open" ? [kind.sentState, "partially_received"] : [status];
}

function wayOf(document: StockDocument): string {
  if ("to_location_id" in document) return `${document.from_location_name} → ${document.to_location_name}`;
  return document.supplier_name === "" ? strings.noSupplier : document.supplier_name;
}

interface FiltersProps extends Pick<Place<(typeof names)[number]>, "at" | "go"> {
  kind: DocumentKind;
}

function Filters({ kind, at, go }: FiltersProps) {
  const states = ["draft", kind.sentState, "partially_received", "received", "cancelled"] as const;
  return (
    <Group align="flex-end" mb="md">
      <SearchBox
        label={strings.search}
        placeholder={strings.searchHint}
        clear={strings.clear}
        query={at.query}
        onAsk={(query, how) => go({ query }, how)}
      />
      <FilterSelect
        label={strings.status}
        all={strings.anyStatus}
        value={at.status}
        choices={[
          { value: "open", label: strings.open },
          ...states.map((value) => ({ value, label: strings.statuses[value] })),
        ]}
        onChange={(status) => go({ status })}
      />
      <LocationFilter value={at.location} onChange={(location) => go({ location })} />
    </Group>
  );
}
