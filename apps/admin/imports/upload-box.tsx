import { Anchor, Button, Group, Progress, Stack, Text } from "@mantine/core";
import type { FileRejection } from "@mantine/dropzone";
import type { AnswerOf, ImportableResource, operations } from "@souk/contract";
import {
  ErrorNote,
  LeaveGuard,
  Section,
  toast,
  useAction,
  useKeptFocus,
  useStore,
  useUpload,
} from "@souk/ui";
import { IconFileImport } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { FileDrop } from "../file-drop/file-drop.tsx";
import { ExampleLink } from "./example-link.tsx";
import { importsKey } from "./import-queries.ts";
import { importsPath } from "./imports-path.ts";
import { resourceWords } from "./resource-words.ts";
import { strings } from "./strings.ts";

type Made = AnswerOf<typeof operations.createImport>;

const mostBytes = 512 * 1024 * 1024;
const csvTypes = { "text/csv": [".csv"], "application/vnd.ms-excel": [".csv"], "text/plain": [".csv"] };

const asPercent = (part: number) => `${Math.round(part * 100)} %`;

/** Sends a file, with how much of it has gone; the way back is to stop it. */
function useImportUpload(resource: ImportableResource) {
  const { handle } = useStore();
  const uploading = useUpload();
  const navigate = useNavigate();
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
      void navigate({ to: `${importsPath(handle, resource)}/${answer.import.id}`, ignoreBlocker: true });
    },
  });
  const stop = () => {
    stopper.current?.abort();
    toast.note(strings.drop.stopped);
  };
  const wasStopped = stopper.current?.signal.aborted === true;
  return { start: action.start, error: wasStopped ? null : action.error, sent, stop };
}

/** What a file looks like: what its columns mean, below on this page, and an example. */
function Help({ resource }: { resource: ImportableResource }) {
  return (
    <Group gap="md">
      <Anchor href="#columns" size="sm">
        {strings.columnsLink}
      </Anchor>
      <ExampleLink resource={resource} />
    </Group>
  );
}

/** Takes a CSV file, dropped or chosen, and sends it to be checked. */
export function UploadBox({ resource }: { resource: ImportableResource }) {
  const { start, error, sent, stop } = useImportUpload(resource);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { drop } = strings;
  const region = useRef<HTMLDivElement>(null);
  useKeptFocus(region, sent === null ? "choosing" : "sending");
  const refuse = ([first]: FileRejection[]) => {
    const isTooLarge = first?.errors.some(({ code }) => code === "file-too-large");
    setRefusal(isTooLarge ? drop.tooLarge : drop.wrong);
  };
  const take = ([file]: File[]) => {
    setRefusal(null);
    if (file) start(file);
  };
  return (
    <Section title={drop.label} actions={<Help resource={resource} />}>
      <LeaveGuard isDirty={() => sent !== null} />
      <Stack gap="sm" ref={region} tabIndex={-1}>
        {sent === null ? (
          <FileDrop
            icon={IconFileImport}
            words={{ ...drop, hint: resourceWords[resource].hint }}
            onDrop={take}
            onReject={refuse}
            accept={csvTypes}
            maxSize={mostBytes}
            multiple={false}
          />
        ) : (
          <Stack gap="xs">
            <Text fw={500} role="status">
              {drop.uploading(sent.name)}
            </Text>
            <Progress value={sent.part * 100} aria-label={drop.uploading(sent.name)} />
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {drop.sent(asPercent(sent.part))}
              </Text>
              <Button size="xs" variant="default" onClick={stop}>
                {drop.stop}
              </Button>
            </Group>
          </Stack>
        )}
        {refusal !== null && (
          <Text size="sm" c="red" role="alert">
            {refusal}
          </Text>
        )}
        {error !== null && <ErrorNote error={error} />}
      </Stack>
    </Section>
  );
}
