// Loaded into a child process before its program. The child's input ends when its parent ends, for whatever reason.
import { Socket } from "node:net";

/** The grace period in milliseconds, the same as the parent's. */
const graceMs = 3_000;

process.stdin
  .on("end", () => {
    process.kill(process.pid, "SIGTERM");
    // Otherwise nothing would end the process, and its port would stay in use.
    setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs).unref();
  })
  .resume();
// The timer does not keep the process alive.
if (process.stdin instanceof Socket) process.stdin.unref();
