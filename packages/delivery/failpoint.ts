/**
 * A place in the code where a test can stop, freeze or end the process. In production there is nothing at any of them.
 *
 * Whatever is thrown here fails the work at that place; a promise holds it up.
 */
export type Failpoint = (name: FailpointName) => void | Promise<void>;

/** Every such place there is (P3). */
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
  // The statement is on its way to the database.
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
