import { Anchor, Button, Group, Progress, Stack, Text } from "@mantine/core";
import type { FileRejection } from "@mantine/dropzone";
import type { ImportableResource, OperationResponse, operations } from "@souk/contract";
import {
  ErrorNote,
  LeaveGuard,
  Section,
  toast,
  useAction,
  useKeptFocus,
  usePageNavigation,
  useUpload,
} from "@souk/ui";
import { IconFileImport } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { FileDrop } from "../file-drop/file-drop.tsx";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { ExampleLink } from "./example-link.tsx";
import { importsKey } from "./import-queries.ts";

type Made = OperationResponse<typeof operations.createImport>;

const maxBytes = 512 * 1024 * 1024;
const csvTypes = { "text/csv": [".csv"], "application/vnd.ms-excel": [".csv"], "text/plain": [".csv"] };

const asPercent = (part: number) => `${Math.round(part * 100)} %`;

/** Upload a file with its progress; the upload can be stopped. */
function useImportUpload(resource: ImportableResource) {
  const uploading = useUpload();
  const goTo = usePageNavigation();
  const queries = useQueryClient();
  const [sent, setSent] = useState<{ name: string; part: number } | null>(null);
  const stopper = useRef<AbortController>(null);
  useEffect(() => () => stopper.current?.abort(), []);
  const action = useAction<File, Made>({
    run: async (file) => {
      const stop = new AbortController();
      stopper.current = stop;
      setSent({ name: file.name, part: 0 });
      try {
        const admin = uploading((part) => setSent({ name: file.name, part }));
        return await admin.imports.create({
          query: { resource, filename: file.name.slice(0, 255) },
          upload: file,
          signal: stop.signal,
        });
      } finally {
        setSent(null);
      }
    },
    quiet: true,
    onDone: (answer) => {
      void queries.invalidateQueries({ queryKey: importsKey });
      goTo(toStorePage(`/${resource}/import/$id`, { id: answer.import.id }), { ignoreBlocker: true });
    },
  });
  const stop = () => {
    stopper.current?.abort();
    toast.note(texts.imports.drop.stopped);
  };
  const wasStopped = stopper.current?.signal.aborted === true;
  return { start: action.start, error: wasStopped ? null : action.error, sent, stop };
}

/** Show help on the file format: the columns, explained below on this page, and an example. */
function Help({ resource }: { resource: ImportableResource }) {
  return (
    <Group gap="md">
      <Anchor href="#columns" size="sm">
        {texts.imports.columnsLink}
      </Anchor>
      <ExampleLink resource={resource} />
    </Group>
  );
}

/** Show the box that uploads a dropped or chosen CSV file to be checked. */
export function UploadBox({ resource }: { resource: ImportableResource }) {
  const { start, error, sent, stop } = useImportUpload(resource);
  const [fileError, setFileError] = useState<string | null>(null);
  const { drop } = texts.imports;
  const region = useRef<HTMLDivElement>(null);
  useKeptFocus(region, sent === null ? "choosing" : "sending");
  const reject = ([first]: FileRejection[]) => {
    const isTooLarge = first?.errors.some(({ code }) => code === "file-too-large");
    setFileError(isTooLarge ? drop.tooLarge : drop.notCsv);
  };
  const take = ([file]: File[]) => {
    setFileError(null);
    if (file) start(file);
  };
  return (
    <Section title={drop.label} actions={<Help resource={resource} />}>
      <LeaveGuard isDirty={() => sent !== null} />
      <Stack gap="sm" ref={region} tabIndex={-1}>
        {sent === null ? (
          <FileDrop
            icon={IconFileImport}
            words={{ ...drop, hint: texts.imports.resources[resource].hint }}
            onDrop={take}
            onReject={reject}
            accept={csvTypes}
            maxSize={maxBytes}
            multiple={false}
          />
        ) : (
          <Stack gap="xs">
            <Text fw={500} role="status">
              {drop.uploading({ name: sent.name })}
            </Text>
            <Progress value={sent.part * 100} aria-label={drop.uploading({ name: sent.name })} />
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {drop.sent({ part: asPercent(sent.part) })}
              </Text>
              <Button size="xs" variant="default" onClick={stop}>
                {drop.stop}
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
