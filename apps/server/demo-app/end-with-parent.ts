// Loaded into a child process before its own program: the child's input ends when its parent does, however that ended.
import { Socket } from "node:net";

/** As long as a living parent would wait. */
const graceMs = 3_000;

process.stdin
  .on("end", () => {
    process.kill(process.pid, "SIGTERM");
    // Nobody is left to end it, and its port would stay taken.
    setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs).unref();
  })
  .resume();
// Waiting for it keeps nobody alive.
if (process.stdin instanceof Socket) process.stdin.unref();
