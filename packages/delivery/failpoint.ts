/**
 * Called at named points in the code, where a test can stop, freeze or end the process. In production it does nothing.
 *
 * An error thrown here fails the work at that point; a promise delays it.
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
  // The statement has been sent to the database.
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
