import { usePartnerConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type InstallationIds, whatReplayChanges } from "./one-installation.ts";

/** The selection of failed deliveries to resend. */
export interface ReplayChoice {
  /** ISO 8601. */
  since: string;
  topic?: string;
}

/** The progress of a replay. */
export interface ReplayProgress {
  state: "asked" | "running" | "stopped" | "failed" | "ended";
  replayed: number;
  /** The positions among all deliveries, by number: the current one and the end. */
  after: number;
  last: number;
  error: unknown;
}

const notBegun: ReplayProgress = { state: "asked", replayed: 0, after: 0, last: 0, error: null };

/**
 * Resend what failed, part by part until nothing is left. A run that was stopped or broke off continues where it was; it
 * ends with the page.
 * @param onBusy called when it begins and when it ends
 */
export function useReplayFailed(params: InstallationIds, onBusy: (isBusy: boolean) => void) {
  const partners = usePartnerConsole();
  const queries = useQueryClient();
  const [progress, setProgress] = useState(notBegun);
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  async function run(choice: ReplayChoice): Promise<void> {
    isStopped.current = false;
    let now: ReplayProgress = { ...progress, state: "running", error: null };
    setProgress(now);
    onBusy(true);
    try {
      while (now.state === "running") {
        const body = { ...choice, after: now.after };
        const { replay } = await partners.app_installations.replay_failed({ params, body });
        const { replayed_count, next_after, last } = replay;
        const replayed = now.replayed + replayed_count;
        const state = next_after === null ? "ended" : isStopped.current ? "stopped" : "running";
        now = { ...now, state, replayed, after: next_after ?? last, last };
        setProgress(now);
      }
    } catch (error) {
      setProgress({ ...now, state: "failed", error });
    }
    onBusy(false);
    await Promise.all(whatReplayChanges.map((queryKey) => queries.invalidateQueries({ queryKey })));
  }

  return {
    progress,
    run: (choice: ReplayChoice) => void run(choice),
    stop: () => {
      isStopped.current = true;
    },
  };
}
