import { Code, Stack, Table } from "@mantine/core";
import { productCsvColumns, stockColumnPrefix } from "@souk/contract";
import {
  DataTable,
  EmptyState,
  formatNumber,
  PageFrame,
  Section,
  Timestamp,
  usePlace,
  useStore,
} from "@souk/ui";
import { IconFileImport } from "@tabler/icons-react";
import { useImports } from "./import-queries.ts";
import { ImportStatus } from "./import-status.tsx";
import { strings } from "./strings.ts";
import { UploadBox } from "./upload-box.tsx";

/** Where a file of products is brought in, what its columns mean, and what was imported before. */
export function ImportsPage() {
  const { handle } = useStore();
  return (
    <PageFrame
      title={strings.title}
      lead={strings.lead}
      breadcrumbs={[{ label: strings.products, to: `/${handle}/products` }]}
    >
      <Stack gap="lg">
        <UploadBox />
        <EarlierImports />
        <div id="columns">
          <Columns />
        </div>
      </Stack>
    </PageFrame>
  );
}

function EarlierImports() {
  const { handle } = useStore();
  const { page, go } = usePlace([]);
  const query = useImports(page);
  const { table, none } = strings;
  return (
    <Section title={strings.all}>
      <DataTable
        label={strings.all}
        query={query}
        rows={({ imports }) => imports}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/${handle}/products/import/${id}`}
        onPage={(next, how) => go({ page: next }, how)}
        empty={
          <EmptyState icon={IconFileImport} title={none.title}>
            {none.text}
          </EmptyState>
        }
        columns={[
          { id: "file", header: table.file, cell: ({ filename, id }) => filename || `#${id}` },
          { id: "status", header: table.status, cell: ({ status }) => <ImportStatus status={status} /> },
          {
            id: "rows",
            header: table.rows,
            align: "end",
            cell: ({ row_count }) => formatNumber(row_count),
          },
          {
            id: "errors",
            header: table.errors,
            align: "end",
            cell: ({ check, result }) => formatNumber((result ?? check)?.errors ?? 0),
          },
          { id: "when", header: table.when, cell: ({ created_at }) => <Timestamp at={created_at} /> },
        ]}
      />
    </Section>
  );
}

function Columns() {
  const columns = [
    ...productCsvColumns,
    { name: `${stockColumnPrefix}KL`, description: strings.stockColumn },
  ];
  return (
    <Section title={strings.columnsTitle} lead={strings.columnsLead}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{strings.column}</Table.Th>
            <Table.Th>{strings.meaning}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ name, description }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">
                <Code>{name}</Code>
              </Table.Th>
              <Table.Td>{description}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
