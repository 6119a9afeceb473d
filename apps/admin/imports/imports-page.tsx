import { Code, Stack, Table } from "@mantine/core";
import {
  attributeColumnPrefix,
  attributeColumnRule,
  customerCsvColumns,
  type ImportableResource,
  productCsvColumns,
  stockColumnPrefix,
} from "@souk/contract";
import { DataTable, EmptyState, formatNumber, PageFrame, Section, Timestamp, useUrlState } from "@souk/ui";
import { IconFileImport } from "@tabler/icons-react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { useImports } from "./import-queries.ts";
import { ImportStatus } from "./import-status.tsx";
import { UploadBox } from "./upload-box.tsx";

interface ResourceProps {
  resource: ImportableResource;
}

/** Show the box that uploads a file, the earlier imports, and the explanation of the file's columns. */
export function ImportsPage({ resource }: ResourceProps) {
  const words = texts.imports.resources[resource];
  return (
    <PageFrame
      title={words.title}
      lead={words.lead}
      breadcrumbs={[{ label: words.all, to: toStorePage(`/${resource}`) }]}
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

function EarlierImports({ resource }: ResourceProps) {
  const { page, goToPage } = useUrlState([]);
  const query = useImports(resource, page);
  const { table, none } = texts.imports;
  return (
    <Section title={texts.imports.all}>
      <DataTable
        label={texts.imports.all}
        query={query}
        rows={({ imports }) => imports}
        getKey={({ id }) => id}
        getLink={({ id }) => toStorePage(`/${resource}/import/$id`, { id })}
        onPage={goToPage}
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

const columnsByResource: Readonly<
  Record<ImportableResource, readonly { name: string; description: string }[]>
> = {
  products: [
    ...productCsvColumns,
    { name: `${stockColumnPrefix}KL`, description: texts.imports.stockColumn },
  ],
  customers: [
    ...customerCsvColumns,
    { name: `${attributeColumnPrefix}shoe_size`, description: attributeColumnRule },
  ],
};

function Columns({ resource }: ResourceProps) {
  return (
    <Section title={texts.imports.columnsTitle} lead={texts.imports.resources[resource].columnsLead}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.imports.column}</Table.Th>
            <Table.Th>{texts.imports.meaning}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columnsByResource[resource].map(({ name, description }) => (
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
