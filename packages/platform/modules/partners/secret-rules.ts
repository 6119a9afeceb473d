/**
 * Milliseconds for which the old secret still signs after a rotation, unless the partner switches sooner
 * (docs/spec/decided.md#installation).
 */
export const switchAfterMs = 24 * 3_600_000;

/** When a secret begins to sign: at once for null, else from then on. */
export interface SecretTimes {
  id: number;
  switch_at: Date | null;
}

export interface ClassifiedSecrets<S> {
  /** The secret that Souk signs with now. */
  signing: S | null;
  /** The secret that is accepted at the token exchange already and signs later. */
  next: S | null;
  /** The replaced secrets, which are neither accepted nor sign. */
  retired: S[];
}

/**
 * Determine the state of each of an app's secrets at a moment: the newest whose time has come signs, a newer
 * one waits, older ones are gone.
 *
 * @param secrets of one app, by ascending id
 */
export function classifySecrets<S extends SecretTimes>(
  secrets: readonly S[],
  now: Date,
): ClassifiedSecrets<S> {
  const begun = ({ switch_at }: S) => switch_at === null || switch_at.getTime() <= now.getTime();
  const at = Math.max(0, secrets.findLastIndex(begun));
  return { signing: secrets[at] ?? null, next: secrets[at + 1] ?? null, retired: secrets.slice(0, at) };
}
