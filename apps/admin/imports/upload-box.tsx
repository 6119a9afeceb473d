import { Anchor, Button, Group, Progress, Stack, Text } from "@mantine/core";
import type { FileRejection } from "@mantine/dropzone";
import type { ImportableResource, OperationResponse, operations } from "@souk/contract";
import {
  ErrorNote,
  LeaveGuard,
  Section,
  toast,
  useAction,
  useFocusFallback,
  usePageNavigation,
  useUpload,
} from "@souk/ui";
import { IconFileImport } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { FileDrop } from "../file-drop/file-drop.tsx";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { ExampleLink } from "./example-link.tsx";
import { importsKey } from "./import-queries.ts";

type CreatedImport = OperationResponse<typeof operations.createImport>;

/** The maximum size of an import's file. */
const maxBytes = 512 * 1024 * 1024;
/**
 * The media types that browsers give to CSV files. On a computer with Excel, a CSV file can get the media type of an Excel file.
 */
const csvTypes = { "text/csv": [".csv"], "application/vnd.ms-excel": [".csv"], "text/plain": [".csv"] };

/** Format a fraction between 0 and 1 as a percentage. */
const formatPercent = (fraction: number) => `${Math.round(fraction * 100)} %`;

/** Return the functions that upload an import's file and cancel the upload, and the upload's progress and error. */
function useImportUpload(resource: ImportableResource) {
  const createUploadConsole = useUpload();
  const goTo = usePageNavigation();
  const queryClient = useQueryClient();
  const [upload, setUpload] = useState<{ name: string; fraction: number } | null>(null);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);
  const action = useAction<File, CreatedImport>({
    run: async (file) => {
      const controller = new AbortController();
      abortController.current = controller;
      setUpload({ name: file.name, fraction: 0 });
      try {
        const admin = createUploadConsole((fraction) => setUpload({ name: file.name, fraction }));
        return await admin.imports.create({
          query: { resource, filename: file.name.slice(0, 255) },
          upload: file,
          signal: controller.signal,
        });
      } finally {
        setUpload(null);
      }
    },
    quiet: true,
    onDone: (response) => {
      void queryClient.invalidateQueries({ queryKey: importsKey });
      goTo(toStorePage(`/${resource}/import/$id`, { id: response.import.id }), { ignoreBlocker: true });
    },
  });
  const cancel = () => {
    abortController.current?.abort();
    toast.note(texts.imports.drop.canceled);
  };
  const wasCanceled = abortController.current?.signal.aborted === true;
  return { start: action.start, error: wasCanceled ? null : action.error, upload, cancel };
}

/** Show a link to the section of this page that explains the file's columns, and a link to an example file. */
function FormatHelp({ resource }: { resource: ImportableResource }) {
  return (
    <Group gap="md">
      <Anchor href="#columns" size="sm">
        {texts.imports.columnsLink}
      </Anchor>
      <ExampleLink resource={resource} />
    </Group>
  );
}

/** Show the box in which people drop or choose a CSV file, and upload the file. The server then checks it. */
export function UploadBox({ resource }: { resource: ImportableResource }) {
  const { start, error, upload, cancel } = useImportUpload(resource);
  const [fileError, setFileError] = useState<string | null>(null);
  const words = texts.imports.drop;
  const region = useRef<HTMLDivElement>(null);
  // If the focused button disappears when the upload starts or ends, move the focus to the region.
  useFocusFallback(region, upload === null ? "choosing" : "uploading");
  const handleReject = ([firstRejection]: FileRejection[]) => {
    const isTooLarge = firstRejection?.errors.some(({ code }) => code === "file-too-large");
    setFileError(isTooLarge ? words.tooLarge : words.notCsv);
  };
  const handleDrop = ([file]: File[]) => {
    setFileError(null);
    if (file) start(file);
  };
  return (
    <Section title={words.label} actions={<FormatHelp resource={resource} />}>
      <LeaveGuard isDirty={() => upload !== null} />
      <Stack gap="sm" ref={region} tabIndex={-1}>
        {upload === null ? (
          <FileDrop
            icon={IconFileImport}
            words={{ ...words, hint: texts.imports.resources[resource].hint }}
            onDrop={handleDrop}
            onReject={handleReject}
            accept={csvTypes}
            maxSize={maxBytes}
            multiple={false}
          />
        ) : (
          <Stack gap="xs">
            <Text fw={500} role="status">
              {words.uploading({ name: upload.name })}
            </Text>
            <Progress value={upload.fraction * 100} aria-label={words.uploading({ name: upload.name })} />
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {words.progress({ percent: formatPercent(upload.fraction) })}
              </Text>
              <Button size="xs" variant="default" onClick={cancel}>
                {words.cancel}
              </Button>
            </Group>
          </Stack>
        )}
        {fileError !== null && (
          <Text size="sm" c="red" role="alert">
            {fileError}
          </Text>
        )}
        {error !== null && <ErrorNote error={error} />}
      </Stack>
    </Section>
  );
}
