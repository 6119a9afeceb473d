/**
 * Called at named points in the code, where a test can stop, freeze or end the process. In production it does nothing.
 *
 * If it throws an error, the work at that point fails. If it returns a promise, the work waits for the promise.
 */
export type Failpoint = (name: FailpointName) => void | Promise<void>;

/** The names of all failpoints (P3). */
export const failpointNames = [
  "request.before-commit",
  "request.after-commit",
  "sequencer.after-take",
  "sequencer.before-commit",
  "sequencer.after-commit",
  "history.before-commit",
  "engine.before-lease",
  "engine.after-lease",
  "engine.after-read",
  "engine.before-send",
  "engine.after-send-before-ack",
  // At this point, the statement that stores the outcomes has been sent to the database.
  "engine.during-ack",
  "engine.after-ack",
  "engine.before-renew",
  "engine.before-park",
  "engine.before-cancel",
  "uninstall.before-commit",
  "uninstall.before-removal",
  "uninstall.before-removal-commit",
  "uninstall.after-removal",
] as const;

export type FailpointName = (typeof failpointNames)[number];

export const noFailpoint: Failpoint = () => undefined;
