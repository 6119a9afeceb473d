/** Asks every process of a group to end, where it has still one. @param leader the id of the group's first, which may be gone */
export function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGTERM");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
