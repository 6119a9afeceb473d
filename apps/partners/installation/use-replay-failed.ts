import { usePartnerConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type InstallationIds, queriesChangedByReplay } from "./one-installation.ts";

/** The selection of failed deliveries to resend. */
export interface ReplayChoice {
  /** The start of the period in which the deliveries failed, as ISO 8601. */
  since: string;
  topic?: string;
}

/** The progress of a replay. */
export interface ReplayProgress {
  state: "not_started" | "running" | "stopped" | "failed" | "ended";
  /** The number of deliveries resent so far. */
  replayedCount: number;
  /** The sequence number of the last delivery that was checked; 0 before the first. */
  after: number;
  /** The sequence number of the installation's newest delivery. */
  last: number;
  error: unknown;
}

const notStarted: ReplayProgress = { state: "not_started", replayedCount: 0, after: 0, last: 0, error: null };

/**
 * Return the function that resends the chosen failed deliveries in batches, the function that stops the run, and the run's
 * progress. If a run was stopped or failed, the next run continues where the previous one ended. Leaving the page stops the run.
 * @param onBusy called with true when a run starts and with false when it ends
 */
export function useReplayFailed(params: InstallationIds, onBusy: (isBusy: boolean) => void) {
  const partners = usePartnerConsole();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState(notStarted);
  const isStopRequested = useRef(false);
  useEffect(
    () => () => {
      isStopRequested.current = true;
    },
    [],
  );

  async function run(choice: ReplayChoice): Promise<void> {
    isStopRequested.current = false;
    let currentProgress: ReplayProgress = { ...progress, state: "running", error: null };
    setProgress(currentProgress);
    onBusy(true);
    try {
      while (currentProgress.state === "running") {
        const body = { ...choice, after: currentProgress.after };
        const { replay } = await partners.app_installations.replay_failed({ params, body });
        const { replayed_count, next_after, last } = replay;
        const replayedCount = currentProgress.replayedCount + replayed_count;
        const unfinishedState = isStopRequested.current ? "stopped" : "running";
        const state = next_after === null ? "ended" : unfinishedState;
        currentProgress = { ...currentProgress, state, replayedCount, after: next_after ?? last, last };
        setProgress(currentProgress);
      }
    } catch (error) {
      setProgress({ ...currentProgress, state: "failed", error });
    }
    onBusy(false);
    await Promise.all(queriesChangedByReplay.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  }

  return {
    progress,
    run: (choice: ReplayChoice) => void run(choice),
    stop: () => {
      isStopRequested.current = true;
    },
  };
}
