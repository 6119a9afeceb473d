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
  const words = texts.imports.errors;
  // The server stores only the first errors of a file.
  const storedCount = query.data?.total_count ?? count;
  return (
    <Section title={words.title} lead={words.lead} actions={<DownloadErrorsButton id={record.id} />}>
      {storedCount < count && (
        <Text size="sm" mb="sm">
          {words.shownOfAll({ shown: formatNumber(storedCount), total: formatNumber(count) })}
        </Text>
      )}
      <DataTable
        label={words.title}
        query={query}
        rows={({ import_errors }) => import_errors}
        getKey={({ id }) => id}
        onPage={setPage}
        columns={[
          { id: "row", header: words.row, align: "end", cell: ({ row }) => formatNumber(row) },
          {
            id: "column",
            header: words.column,
            cell: ({ path }) => (path === "" ? words.wholeRow : <Code>{path}</Code>),
          },
          { id: "key", header: texts.imports.resources[record.resource].key, cell: ({ key }) => key ?? "–" },
          {
            id: "message",
            header: words.message,
            cell: ({ message }) => message,
          },
        ]}
      />
    </Section>
  );
}

function DownloadErrorsButton({ id }: { id: number }) {
  const admin = useAdminConsole();
  const words = texts.imports.errors;
  const action = useAction({
    run: () => admin.import_errors.download({ params: { import_id: id } }),
    done: words.downloaded,
    onDone: ({ import_errors_csv }) =>
      saveFile({ name: words.fileName({ id }), type: "text/csv", text: import_errors_csv }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={action.isRunning}
      onClick={() => action.start()}
    >
      {words.download}
    </Button>
  );
}
