const openResources = new Map<symbol, string>();
let isWatching = false;

/**
 * Register a resource that a test must stop. If it is still registered at the end of the test file, the file fails, and the
 * resource's name and the line that started it are reported.
 * @returns a function that removes the registration, to be called when the resource is stopped
 */
export function registerResource(name: string): () => void {
  const id = Symbol(name);
  openResources.set(id, `${name}, started ${findCaller(new Error().stack)}`);
  // Leaks are reported on `beforeExit` too, because the process may continue with another test file afterwards.
  if (!isWatching) process.on("beforeExit", reportLeakedResources).on("exit", reportLeakedResources);
  isWatching = true;
  return () => void openResources.delete(id);
}

function reportLeakedResources(): void {
  if (openResources.size === 0) return;
  process.stderr.write(
    `not stopped by the test:\n${[...openResources.values()].map((line) => `  ${line}\n`).join("")}`,
  );
  openResources.clear();
  process.exitCode = 1;
}

// The first stack frame outside the testkit is the line of the test.
function findCaller(stack: string | undefined): string {
  const lines = (stack ?? "").split("\n").slice(1);
  const callerLine = lines.find((line) => !line.includes("/packages/testkit/") || line.includes(".test.ts"));
  return callerLine?.trim() ?? "at an unknown line";
}
