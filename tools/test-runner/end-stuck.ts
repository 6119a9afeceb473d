/** How long a file may stay after its last test, in milliseconds: for its closing hooks, and what they close. */
export const graceMs = 10_000;

/** Ends this process: a file that has left a server, a pool, a worker or a timer behind is a failure told by name, no run that hangs. */
export function endStuck(): never {
  const open = process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap");
  process.stderr.write(`left open after the last test: ${open.join(", ") || "a pipe or a child process"}\n`);
  process.exit(1);
}
