// Loaded before every test file. A test file whose process stays alive after its last test has left a
// server, a pool, a worker or a timer behind: that is a failure, told by name, not a run that hangs.
import { after } from "node:test";

/** How long after the last test the file's own closing hooks may take, in milliseconds. */
const graceMs = 10_000;

after(() => {
  const watch = setTimeout(() => {
    const open = process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap");
    process.stderr.write(
      `left open after the last test: ${open.join(", ") || "a pipe or a child process"}\n`,
    );
    process.exit(1);
  }, graceMs);
  watch.unref();
});
