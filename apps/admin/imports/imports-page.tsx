import { Code, Stack, Table } from "@mantine/core";
import {
  attributeColumnPrefix,
  attributeColumnRule,
  customerCsvColumns,
  type ImportableResource,
  productCsvColumns,
  stockColumnPrefix,
} from "@souk/contract";
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
import { importsPath } from "./imports-path.ts";
import { resourceWords } from "./resource-words.ts";
import { strings } from "./strings.ts";
import { UploadBox } from "./upload-box.tsx";

interface Imported {
  resource: ImportableResource;
}

/** Where a file is brought in, what its columns mean, and what was imported before. */
export function ImportsPage({ resource }: Imported) {
  const { handle } = useStore();
  const words = resourceWords[resource];
  return (
    <PageFrame
      title={words.title}
      lead={words.lead}
      breadcrumbs={[{ label: words.all, to: `/${handle}/${resource}` }]}
    >
      <Stack gap="lg">
        <UploadBox resource={resource} />
        <EarlierImports resource={resource} />
        <div id="columns">
          <Columns resource={resource} />
        </div>
      </Stack>
    </PageFrame>
  );
}

function EarlierImports({ resource }: Imported) {
  const { handle } = useStore();
  const { page, go } = usePlace([]);
  const query = useImports(resource, page);
  const { table, none } = strings;
  return (
    <Section title={strings.all}>
      <DataTable
        label={strings.all}
        query={query}
        rows={({ imports }) => imports}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `${importsPath(handle, resource)}/${id}`}
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

const columnsOf: Readonly<Record<ImportableResource, readonly { name: string; description: string }[]>> = {
  products: [...productCsvColumns, { name: `${stockColumnPrefix}KL`, description: strings.stockColumn }],
  customers: [
    ...customerCsvColumns,
    { name: `${attributeColumnPrefix}shoe_size`, description: attributeColumnRule },
  ],
};

function Columns({ resource }: Imported) {
  return (
    <Section title={strings.columnsTitle} lead={resourceWords[resource].columnsLead}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{strings.column}</Table.Th>
            <Table.Th>{strings.meaning}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columnsOf[resource].map(({ name, description }) => (
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
