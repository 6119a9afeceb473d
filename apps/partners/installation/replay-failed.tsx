import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { Dialog, ErrorNote, formatNumber, useNow } from "@souk/ui";
import { IconRotateClockwise } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import type { InstallationIds } from "./one-installation.ts";
import { type ChosenReplay, choiceOf, ReplayFields } from "./replay-fields.tsx";
import { strings } from "./strings.ts";
import { type ReplayChoice, type ReplayProgress, useReplayFailed } from "./use-replay-failed.ts";

const words = strings.replay;

/** Sends anew what failed since a time: asks since when, and shows how far it is. */
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

/** Comes and goes with the open dialog, so that it begins anew each time. */
function Question({ ids, onClose, onBusy }: QuestionProps) {
  const now = useNow();
  const [chosen, setChosen] = useState<ChosenReplay>({ since: "24", time: "", topic: "" });
  const [isMissing, setMissing] = useState(false);
  // The last hour is that before the beginning, however late somebody goes on.
  const [begun, setBegun] = useState<ReplayChoice | null>(null);
  const { progress, run, stop } = useReplayFailed(ids, onBusy);
  const { state } = progress;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const choice = begun ?? choiceOf(chosen, now);
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
              {state === "asked" ? words.start : words.goOn}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** How far it is, drawn and in words. */
function HowFar({ progress }: { progress: ReplayProgress }) {
  const { state, after, last, error } = progress;
  return (
    <Stack gap="xs">
      <Text fw={500} role="status">
        {wordsOf(progress)}
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

function wordsOf({ state, replayed }: ReplayProgress): string {
  const count = formatNumber(replayed);
  if (state === "running") return words.running(count);
  return state === "ended" ? words.ended(replayed, count) : words.stopped(count);
}
