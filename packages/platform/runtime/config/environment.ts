/** Variables by name, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Return the environment of this process: the only place of the platform that reads it. */
export function environment(): Environment {
  return process.env;
}
