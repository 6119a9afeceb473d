import { Alert, Stack, VisuallyHidden } from "@mantine/core";
import type { ImportableResource } from "@souk/contract";
import { isMissing, LinkButton, PageFrame, QueryBoundary, useFocusFallback } from "@souk/ui";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useRef } from "react";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { ImportActions } from "./import-actions.tsx";
import { ImportCounts } from "./import-counts.tsx";
import { ImportErrors } from "./import-errors.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { type Import, isInProgress, useImport, useRefreshAfterImport } from "./import-queries.ts";
import { ImportStatus } from "./import-status.tsx";

/** Show an import: its progress, its expected or actual changes, and the errors in its file. */
export function ImportPage({ resource: urlResource }: { resource: ImportableResource }) {
  const { id } = useParams({ strict: false });
  const query = useImport(Number(id));
  const loadedImport = query.data?.import;
  useRefreshAfterImport(loadedImport);
  // The import's own resource decides the texts, even if the URL names another resource.
  const resource = loadedImport?.resource ?? urlResource;
  const listPage = toStorePage(`/${resource}/import`);
  return (
    <PageFrame
      title={
        loadedImport?.filename || (isMissing(query) ? texts.imports.missing.title : texts.imports.loading)
      }
      breadcrumbs={[
        { label: texts.imports.resources[resource].all, to: toStorePage(`/${resource}`) },
        { label: texts.imports.resources[resource].title, to: listPage },
      ]}
      badge={loadedImport && <ImportStatus status={loadedImport.status} />}
      actions={
        loadedImport && !isInProgress(loadedImport) ? (
          <LinkButton variant="default" to={listPage}>
            {texts.imports.again}
          </LinkButton>
        ) : undefined
      }
    >
      <QueryBoundary query={query} notFound={<MissingRecord words={texts.imports.missing} to={listPage} />}>
        {(response) => <ImportDetails record={response.import} isReconnecting={query.failureCount > 0} />}
      </QueryBoundary>
    </PageFrame>
  );
}

function ImportDetails({ record, isReconnecting }: { record: Import; isReconnecting: boolean }) {
  const region = useRef<HTMLDivElement>(null);
  // If the focused button disappears when the status changes, move the focus to the region.
  useFocusFallback(region, record.status);
  const { check, result, status, error, ignored_columns } = record;
  const errorCount = (result ?? check)?.errors ?? 0;
  return (
    <Stack gap="lg" ref={region} tabIndex={-1}>
      <VisuallyHidden role="status">{texts.imports.statuses[status]}</VisuallyHidden>
      {error !== null && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title={texts.imports.failedTitle}
        >
          {error}
        </Alert>
      )}
      {isInProgress(record) && <ImportProgress record={record} isReconnecting={isReconnecting} />}
      {ignored_columns.length > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />}>
          {texts.imports.ignored({ columns: ignored_columns.join(", ") })}
        </Alert>
      )}
      {result ? (
        <ImportCounts
          record={record}
          title={status === "running" ? texts.imports.resultSoFar : texts.imports.result}
          counts={result}
        />
      ) : (
        check && <ImportCounts record={record} title={texts.imports.preview} counts={check} />
      )}
      <ImportActions record={record} />
      {errorCount > 0 && <ImportErrors record={record} count={errorCount} />}
    </Stack>
  );
}
