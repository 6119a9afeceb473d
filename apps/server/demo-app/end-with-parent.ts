// This module is loaded into a child process before its program, and ends the child when its parent ends. The child's
// standard input is a pipe from the parent, which closes even if the parent is killed.
import { Socket } from "node:net";

/** Milliseconds between SIGTERM and SIGKILL, the same as when the parent stops the child. */
const graceMs = 3_000;

process.stdin
  .on("end", () => {
    process.kill(process.pid, "SIGTERM");
    // A program that ignores SIGTERM would otherwise keep running and using its port.
    setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs).unref();
  })
  .resume();
// Reading the input must not keep the process alive.
if (process.stdin instanceof Socket) process.stdin.unref();
