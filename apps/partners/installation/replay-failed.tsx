import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { Dialog, ErrorNote, formatNumber, useNow } from "@souk/ui";
import { IconRotateClockwise } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { texts } from "../texts.ts";
import type { InstallationIds } from "./one-installation.ts";
import { type ChosenReplay, ReplayFields, toReplayChoice } from "./replay-fields.tsx";
import { type ReplayChoice, type ReplayProgress, useReplayFailed } from "./use-replay-failed.ts";

const words = texts.installation.replay;

/** Resend what failed since a time: ask since when, and show the progress. */
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
        <Question ids={ids} onClose={close} onBusy={setBusy} />
      </Dialog>
    </>
  );
}

interface QuestionProps {
  ids: InstallationIds;
  onClose: () => void;
  onBusy: (isBusy: boolean) => void;
}

/** The content of the dialog, mounted only while it is open, so that its state is new each time. */
function Question({ ids, onClose, onBusy }: QuestionProps) {
  const now = useNow();
  const [chosen, setChosen] = useState<ChosenReplay>({ since: "24", time: "", topic: "" });
  const [isMissing, setMissing] = useState(false);
  // The last hour is the hour before the start, however late the person continues.
  const [begun, setBegun] = useState<ReplayChoice | null>(null);
  const { progress, run, stop } = useReplayFailed(ids, onBusy);
  const { state } = progress;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const choice = begun ?? toReplayChoice(chosen, now);
    setBegun(choice);
    setMissing(choice === null);
    if (choice !== null) run(choice);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {state === "asked" ? (
          <ReplayFields ids={ids} chosen={chosen} onChange={setChosen} isMissing={isMissing} />
        ) : (
          <HowFar progress={progress} />
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
              {state === "asked" ? words.start : words.resume}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Show the progress as a bar and in words. */
function HowFar({ progress }: { progress: ReplayProgress }) {
  const { state, after, last, error } = progress;
  return (
    <Stack gap="xs">
      <Text fw={500} role="status">
        {getStatusText(progress)}
      </Text>
      <Progress
        value={state === "ended" ? 100 : last === 0 ? 0 : (100 * after) / last}
        size="lg"
        animated={state === "running"}
        aria-label={words.progress}
      />
      {error !== null && <ErrorNote error={error} />}
    </Stack>
  );
}

function getStatusText({ state, replayed }: ReplayProgress): string {
  const count = formatNumber(replayed);
  if (state === "running") return words.running({ count });
  return state === "ended" ? words.ended({ count: replayed }) : words.stopped({ count });
}
