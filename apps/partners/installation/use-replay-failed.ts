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
  replayed: number;
  /** The number of the last delivery that was checked. */
  after: number;
  /** The number of the last delivery to check. */
  last: number;
  error: unknown;
}

const notStarted: ReplayProgress = { state: "not_started", replayed: 0, after: 0, last: 0, error: null };

/**
 * Resend all failed deliveries in batches. After a run was stopped or failed, the next run continues where it ended. Leaving
 * the page stops the run.
 * @param onBusy called with true when a run starts and with false when it ends
 */
export function useReplayFailed(params: InstallationIds, onBusy: (isBusy: boolean) => void) {
  const partners = usePartnerConsole();
  const queries = useQueryClient();
  const [progress, setProgress] = useState(notStarted);
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  async function run(choice: ReplayChoice): Promise<void> {
    isStopped.current = false;
    let current: ReplayProgress = { ...progress, state: "running", error: null };
    setProgress(current);
    onBusy(true);
    try {
      while (current.state === "running") {
        const body = { ...choice, after: current.after };
        const { replay } = await partners.app_installations.replay_failed({ params, body });
        const { replayed_count, next_after, last } = replay;
        const replayed = current.replayed + replayed_count;
        const state = next_after === null ? "ended" : isStopped.current ? "stopped" : "running";
        current = { ...current, state, replayed, after: next_after ?? last, last };
        setProgress(current);
      }
    } catch (error) {
      setProgress({ ...current, state: "failed", error });
    }
    onBusy(false);
    await Promise.all(queriesChangedByReplay.map((queryKey) => queries.invalidateQueries({ queryKey })));
  }

  return {
    progress,
    run: (choice: ReplayChoice) => void run(choice),
    stop: () => {
      isStopped.current = true;
    },
  };
}
