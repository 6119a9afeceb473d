import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { Dialog, ErrorNote, formatNumber, useNow } from "@souk/ui";
import { IconRotateClockwise } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { texts } from "../texts.ts";
import type { InstallationIds } from "./one-installation.ts";
import { ReplayFields, type ReplayFieldValues, toReplayChoice } from "./replay-fields.tsx";
import { type ReplayChoice, type ReplayProgress, useReplayFailed } from "./use-replay-failed.ts";

const words = texts.installation.replay;

/** Show a button that opens the dialog in which a partner resends the deliveries that failed since a chosen time. */
export function ReplayFailed({ ids }: { ids: InstallationIds }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRotateClockwise size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {words.open}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={words.title} isBusy={isBusy}>
        <ReplayFailedForm ids={ids} onClose={close} onBusy={setBusy} />
      </Dialog>
    </>
  );
}

interface ReplayFailedFormProps {
  ids: InstallationIds;
  onClose: () => void;
  onBusy: (isBusy: boolean) => void;
}

/** The content of the dialog, mounted only while it is open, so that its state is new each time. */
function ReplayFailedForm({ ids, onClose, onBusy }: ReplayFailedFormProps) {
  const now = useNow();
  const [fieldValues, setFieldValues] = useState<ReplayFieldValues>({ since: "24", time: "", topic: "" });
  const [isTimeMissing, setTimeMissing] = useState(false);
  // The start time stays the same when a stopped run continues.
  const [startedChoice, setStartedChoice] = useState<ReplayChoice | null>(null);
  const { progress, run, stop } = useReplayFailed(ids, onBusy);
  const { state } = progress;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const choice = startedChoice ?? toReplayChoice(fieldValues, now);
    setStartedChoice(choice);
    setTimeMissing(choice === null);
    if (choice !== null) run(choice);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {state === "not_started" ? (
          <ReplayFields
            ids={ids}
            selected={fieldValues}
            onChange={setFieldValues}
            isTimeMissing={isTimeMissing}
          />
        ) : (
          <ReplayProgressBar progress={progress} />
        )}
        <Group justify="flex-end">
          {state === "running" ? (
            <Button variant="default" onClick={stop}>
              {words.stop}
            </Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              {words.close}
            </Button>
          )}
          {state !== "ended" && (
            <Button type="submit" loading={state === "running"}>
              {state === "not_started" ? words.start : words.resume}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Show the progress as a bar and in words. */
function ReplayProgressBar({ progress }: { progress: ReplayProgress }) {
  const { state, error } = progress;
  return (
    <Stack gap="xs">
      <Text fw={500} role="status">
        {getStatusText(progress)}
      </Text>
      <Progress
        value={getPercentage(progress)}
        size="lg"
        animated={state === "running"}
        aria-label={words.progress}
      />
      {error !== null && <ErrorNote error={error} />}
    </Stack>
  );
}

function getPercentage({ state, after, last }: ReplayProgress): number {
  if (state === "ended") return 100;
  return last === 0 ? 0 : (100 * after) / last;
}

function getStatusText({ state, replayedCount }: ReplayProgress): string {
  const count = formatNumber(replayedCount);
  if (state === "running") return words.running({ count });
  return state === "ended" ? words.ended({ count: replayedCount }) : words.stopped({ count });
}
