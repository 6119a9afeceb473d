/**
 * Ask every remaining process of a group to end.
 * @param leader the id of the group's first process, which may have ended
 */
export function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGTERM");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
