import { Code, Text } from "@mantine/core";
import { DataTable, formatNumber, Section } from "@souk/ui";
import { useState } from "react";
import { type Import, useImportErrors } from "./import-queries.ts";
import { resourceWords } from "./resource-words.ts";
import { strings } from "./strings.ts";

/** What is wrong in a file, row by row. */
export function ImportErrors({ record, count }: { record: Import; count: number }) {
  const [page, setPage] = useState(1);
  const query = useImportErrors(record.id, page, count);
  const { errors } = strings;
  const kept = query.data?.total_count ?? count;
  return (
    <Section title={errors.title} lead={errors.lead}>
      {kept < count && (
        <Text size="sm" mb="sm">
          {errors.kept(formatNumber(kept), formatNumber(count))}
        </Text>
      )}
      <DataTable
        label={errors.title}
        query={query}
        rows={({ import_errors }) => import_errors}
        keyOf={({ id }) => id}
        onPage={setPage}
        columns={[
          { id: "row", header: errors.row, align: "end", cell: ({ row }) => formatNumber(row) },
          {
            id: "column",
            header: errors.column,
            cell: ({ column }) => (column === null ? errors.wholeRow : <Code>{column}</Code>),
          },
          { id: "key", header: resourceWords[record.resource].key, cell: ({ key }) => key ?? "–" },
          { id: "message", header: errors.message, cell: ({ message }) => message },
        ]}
      />
    </Section>
  );
}
