import { Alert, Stack, VisuallyHidden } from "@mantine/core";
import type { ImportableResource } from "@souk/contract";
import { Answered, isMissing, LinkButton, PageFrame, useKeptFocus } from "@souk/ui";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useRef } from "react";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { ImportActions } from "./import-actions.tsx";
import { ImportCounts } from "./import-counts.tsx";
import { ImportErrors } from "./import-errors.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { type Import, isUnderWay, useImport, useImportedRecords } from "./import-queries.ts";
import { ImportStatus } from "./import-status.tsx";

/** Show one import: its progress, its expected or actual changes, and the errors in the file. */
export function ImportPage({ resource: expected }: { resource: ImportableResource }) {
  const { id } = useParams({ strict: false });
  const query = useImport(Number(id));
  const known = query.data?.import;
  useImportedRecords(known);
  // The words are those of what the file holds, whatever the address says.
  const resource = known?.resource ?? expected;
  const list = toStorePage(`/${resource}/import`);
  return (
    <PageFrame
      title={known?.filename || (isMissing(query) ? texts.imports.missing.title : texts.imports.loading)}
      breadcrumbs={[
        { label: texts.imports.resources[resource].all, to: toStorePage(`/${resource}`) },
        { label: texts.imports.resources[resource].title, to: list },
      ]}
      badge={known && <ImportStatus status={known.status} />}
      actions={
        known && !isUnderWay(known) ? (
          <LinkButton variant="default" to={list}>
            {texts.imports.again}
          </LinkButton>
        ) : undefined
      }
    >
      <Answered query={query} missing={<MissingRecord words={texts.imports.missing} to={list} />}>
        {(answer) => <Parts record={answer.import} isLost={query.failureCount > 0} />}
      </Answered>
    </PageFrame>
  );
}

function Parts({ record, isLost }: { record: Import; isLost: boolean }) {
  const region = useRef<HTMLDivElement>(null);
  useKeptFocus(region, record.status);
  const { check, result, status, error, ignored_columns } = record;
  const errors = (result ?? check)?.errors ?? 0;
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
      {isUnderWay(record) && <ImportProgress record={record} isLost={isLost} />}
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
      {errors > 0 && <ImportErrors record={record} count={errors} />}
    </Stack>
  );
}
