/**
 * Send SIGTERM to all remaining processes of a process group.
 * @param leader the id of the group's first process, which may have already ended
 */
export function endProcessGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGTERM");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
