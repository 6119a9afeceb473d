import { Anchor, Progress, Stack, Text, VisuallyHidden } from "@mantine/core";
import {
  DataTable,
  EmptyState,
  formatNumber,
  PageFrame,
  Section,
  StatusBadge,
  Timestamp,
  type Tone,
  toast,
  useAction,
  useAdminConsole,
} from "@souk/ui";
import { IconFileExport } from "@tabler/icons-react";
import { useState } from "react";
import { texts } from "../texts.ts";
import { ExportForm } from "./export-form.tsx";
import { type Export, isInProgress, useExports } from "./export-queries.ts";
import { formatFileSize } from "./format-file-size.ts";

const tones: Record<Export["status"], Tone> = {
  queued: "neutral",
  running: "info",
  done: "good",
  failed: "danger",
};

/** Show the form that starts an export, and the recent exports with their files. */
export function ExportsPage() {
  const [page, setPage] = useState(1);
  const query = useExports(page);
  const { columns, none } = texts.exports;
  const latestExport = query.data?.exports[0];
  return (
    <PageFrame title={texts.exports.title} lead={texts.exports.lead} wide>
      <Stack gap="lg">
        <ExportForm />
        <Section title={texts.exports.all}>
          <VisuallyHidden role="status">
            {latestExport &&
              texts.exports.latest({
                resource: texts.exports.resources[latestExport.resource],
                status: texts.exports.statuses[latestExport.status],
              })}
          </VisuallyHidden>
          <DataTable
            label={texts.exports.all}
            query={query}
            rows={(response) => response.exports}
            getKey={({ id }) => id}
            onPage={setPage}
            empty={
              <EmptyState icon={IconFileExport} title={none.title}>
                {none.text}
              </EmptyState>
            }
            columns={[
              {
                id: "resource",
                header: columns.resource,
                cell: ({ resource }) => texts.exports.resources[resource],
              },
              {
                id: "format",
                header: columns.format,
                cell: ({ format }) => format.toUpperCase(),
              },
              { id: "status", header: columns.status, cell: (record) => <ExportStatus record={record} /> },
              {
                id: "rows",
                header: columns.rows,
                align: "end",
                cell: ({ row_count }) => formatNumber(row_count),
              },
              {
                id: "size",
                header: columns.size,
                align: "end",
                cell: ({ size }) => (size === null ? "–" : formatFileSize(size)),
              },
              { id: "when", header: columns.when, cell: ({ created_at }) => <Timestamp at={created_at} /> },
              { id: "file", header: columns.file, cell: (record) => <FileLink record={record} /> },
            ]}
          />
        </Section>
      </Stack>
    </PageFrame>
  );
}

function ExportStatus({ record }: { record: Export }) {
  const { status, progress, error } = record;
  return (
    <Stack gap={4}>
      <StatusBadge tone={tones[status]}>{texts.exports.statuses[status]}</StatusBadge>
      {isInProgress(record) && (
        <Progress value={progress} aria-label={texts.exports.progress({ percent: String(progress) })} />
      )}
      {error !== null && (
        <Text size="sm" c="red">
          {error}
        </Text>
      )}
    </Stack>
  );
}

/** Show the button that downloads the file. It first loads a new download link, because the link in the list may have expired. */
function FileLink({ record }: { record: Export }) {
  const { id, url, resource, status } = record;
  const admin = useAdminConsole();
  const download = useAction({
    run: () => admin.exports.get({ params: { id } }),
    onDone: (response) => {
      if (response.export.url === null) toast.failed(texts.exports.expired);
      // The file is an attachment, so the page stays open.
      else window.location.assign(response.export.url);
    },
  });
  if (url === null) return status === "done" ? texts.exports.expired : "–";
  return (
    <Anchor
      component="button"
      type="button"
      disabled={download.isRunning}
      aria-label={texts.exports.downloadLabel({ resource: texts.exports.resources[resource] })}
      onClick={() => download.start()}
    >
      {texts.exports.download}
    </Anchor>
  );
}
