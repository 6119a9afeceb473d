import { type Config, StartError } from "@souk/platform";

const rootDanger = "A defect of the server could then change everything on this machine.";

/**
 * Check that the server does not run as root.
 * @param userId the effective id of the process's user; undefined on systems without user ids
 * @returns a warning if a development server runs as root, otherwise null
 * @throws StartError if a production server runs as root. If SOUK_ALLOW_ROOT is 1, neither mode warns or throws.
 */
export function checkUser(
  { mode, allowsRoot }: Pick<Config, "mode" | "allowsRoot">,
  userId: number | undefined,
): string | null {
  if (userId !== 0 || allowsRoot) return null;
  if (mode === "production")
    throw new StartError(
      `The server runs as root. ${rootDanger} Run it as another user who owns the data directory, or set SOUK_ALLOW_ROOT=1.`,
    );
  return `The server runs as root. ${rootDanger} In production it does not start as root, unless SOUK_ALLOW_ROOT=1.`;
}
