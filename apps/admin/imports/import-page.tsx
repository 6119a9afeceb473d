import { Alert, Stack, VisuallyHidden } from "@mantine/core";
import type { ImportableResource } from "@souk/contract";
import { Answered, isMissing, LinkButton, PageFrame, useKeptFocus, useStore } from "@souk/ui";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useRef } from "react";
import { MissingRecord } from "../missing-record.tsx";
import { ImportActions } from "./import-actions.tsx";
import { ImportCounts } from "./import-counts.tsx";
import { ImportErrors } from "./import-errors.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { type Import, isUnderWay, useImport, useImportedRecords } from "./import-queries.ts";
import { ImportStatus } from "./import-status.tsx";
import { importsPath } from "./imports-path.ts";
import { resourceWords } from "./resource-words.ts";
import { strings } from "./strings.ts";

/** One import: how far it is, what it would do or has done, and what is wrong in the file. */
export function ImportPage({ resource: expected }: { resource: ImportableResource }) {
  const { handle } = useStore();
  const { id } = useParams({ strict: false });
  const query = useImport(Number(id));
  const known = query.data?.import;
  useImportedRecords(known);
  // The words are those of what the file holds, whatever the address says.
  const resource = known?.resource ?? expected;
  const list = importsPath(handle, resource);
  return (
    <PageFrame
      title={known?.filename || (isMissing(query) ? strings.missing.title : strings.loading)}
      breadcrumbs={[
        { label: resourceWords[resource].all, to: `/${handle}/${resource}` },
        { label: resourceWords[resource].title, to: list },
      ]}
      badge={known && <ImportStatus status={known.status} />}
      actions={
        known && !isUnderWay(known) ? (
          <LinkButton variant="default" to={list}>
            {strings.again}
          </LinkButton>
        ) : undefined
      }
    >
      <Answered query={query} missing={<MissingRecord words={strings.missing} to={list} />}>
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
      <VisuallyHidden role="status">{strings.statuses[status]}</VisuallyHidden>
      {error !== null && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={strings.failedTitle}>
          {error}
        </Alert>
      )}
      {isUnderWay(record) && <ImportProgress record={record} isLost={isLost} />}
      {ignored_columns.length > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />}>
          {strings.ignored(ignored_columns.join(", "))}
        </Alert>
      )}
      {result ? (
        <ImportCounts
          record={record}
          title={status === "running" ? strings.soFar : strings.did}
          counts={result}
        />
      ) : (
        check && <ImportCounts record={record} title={strings.would} counts={check} />
      )}
      <ImportActions record={record} />
      {errors > 0 && <ImportErrors record={record} count={errors} />}
    </Stack>
  );
}
