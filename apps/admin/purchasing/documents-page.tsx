import { Button, Group, Select } from "@mantine/core";
import { DataTable, EmptyState, LinkButton, SearchBox, Timestamp, usePlace, useStore } from "@souk/ui";
import { IconSearch, IconTruckDelivery } from "@tabler/icons-react";
import { useLocations } from "../product/product-queries.ts";
import { dayWords } from "./day-words.ts";
import { useDocuments } from "./document-queries.ts";
import { DocumentStatus } from "./document-status.tsx";
import type { DocumentKind } from "./documents.ts";
import { PurchasingFrame } from "./purchasing-frame.tsx";
import type { StockDocument } from "./stock-document.ts";
import { strings } from "./strings.ts";
import { UnitsLine } from "./units-line.tsx";

const names = ["query", "status", "location", "sort"] as const;
type At = Readonly<Record<(typeof names)[number], string>>;

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
        onPage={(next) => go({ page: next })}
        empty={
          <None
            kind={kind}
            isNarrowed={isNarrowed}
            onClear={() => go({ query: "", status: "", location: "" })}
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

interface FiltersProps {
  kind: DocumentKind;
  at: At;
  go: (change: Partial<At>) => void;
}

function Filters({ kind, at, go }: FiltersProps) {
  const { data: locations = [] } = useLocations();
  const states = ["draft", kind.sentState, "partially_received", "received", "cancelled"] as const;
  return (
    <Group align="flex-end" mb="md">
      <SearchBox
        label={strings.search}
        placeholder={strings.searchHint}
        clear={strings.clear}
        query={at.query}
        onAsk={(query) => go({ query })}
      />
      <Select
        label={strings.status}
        w={{ base: "100%", xs: 180 }}
        allowDeselect={false}
        value={at.status}
        data={[
          { value: "", label: strings.anyStatus },
          { value: "open", label: strings.open },
          ...states.map((value) => ({ value, label: strings.statuses[value] })),
        ]}
        onChange={(chosen) => go({ status: chosen ?? "" })}
      />
      <Select
        label={strings.location}
        w={{ base: "100%", xs: 210 }}
        allowDeselect={false}
        value={at.location}
        data={[
          { value: "", label: strings.anyLocation },
          ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(chosen) => go({ location: chosen ?? "" })}
      />
    </Group>
  );
}

function None({
  kind,
  isNarrowed,
  onClear,
}: {
  kind: DocumentKind;
  isNarrowed: boolean;
  onClear: () => void;
}) {
  const { handle } = useStore();
  const { none } = strings;
  const { empty, add } = kind.words;
  if (isNarrowed)
    return (
      <EmptyState
        icon={IconSearch}
        title={none.title}
        action={
          <Button variant="default" onClick={onClear}>
            {none.show}
          </Button>
        }
      >
        {none.text}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconTruckDelivery}
      title={empty.title}
      action={
        <LinkButton variant="default" to={`/${handle}/${kind.name}/new`}>
          {add}
        </LinkButton>
      }
    >
      {empty.text}
    </EmptyState>
  );
}
