/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Return the environment of this process. The platform reads it only here. */
export function getEnvironment(): Environment {
  return process.env;
}
