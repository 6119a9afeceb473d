import { Button, Code, Text } from "@mantine/core";
import { DataTable, formatNumber, Section, useAction, useAdminConsole } from "@souk/ui";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { saveFile } from "../save-file.ts";
import { texts } from "../texts.ts";
import { type Import, useImportErrors } from "./import-queries.ts";

/** Show the table of the errors in an import's file, with a button to download them. */
export function ImportErrors({ record, count }: { record: Import; count: number }) {
  const [page, setPage] = useState(1);
  const query = useImportErrors(record.id, page, count);
  const { errors } = texts.imports;
  // The server stores only the first errors of a file.
  const storedCount = query.data?.total_count ?? count;
  return (
    <Section title={errors.title} lead={errors.lead} actions={<DownloadErrorsButton id={record.id} />}>
      {storedCount < count && (
        <Text size="sm" mb="sm">
          {errors.shownOfAll({ shown: formatNumber(storedCount), total: formatNumber(count) })}
        </Text>
      )}
      <DataTable
        label={errors.title}
        query={query}
        rows={({ import_errors }) => import_errors}
        getKey={({ id }) => id}
        onPage={setPage}
        columns={[
          { id: "row", header: errors.row, align: "end", cell: ({ row }) => formatNumber(row) },
          {
            id: "column",
            header: errors.column,
            cell: ({ path }) => (path === "" ? errors.wholeRow : <Code>{path}</Code>),
          },
          { id: "key", header: texts.imports.resources[record.resource].key, cell: ({ key }) => key ?? "–" },
          {
            id: "message",
            header: errors.message,
            cell: ({ message }) => message,
          },
        ]}
      />
    </Section>
  );
}

function DownloadErrorsButton({ id }: { id: number }) {
  const admin = useAdminConsole();
  const { errors } = texts.imports;
  const action = useAction({
    run: () => admin.import_errors.download({ params: { import_id: id } }),
    done: errors.downloaded,
    onDone: ({ import_errors_csv }) =>
      saveFile({ name: errors.fileName({ id }), type: "text/csv", text: import_errors_csv }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={action.isRunning}
      onClick={() => action.start()}
    >
      {errors.download}
    </Button>
  );
}
