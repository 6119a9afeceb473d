/**
 * Milliseconds for which the old secret still signs after a rotation, unless the partner switches earlier
 * (docs/spec/decided.md#installation).
 */
export const switchAfterMs = 24 * 3_600_000;

/** The properties of a client secret that determine its state. */
export interface SecretTimes {
  id: number;
  /** When Souk begins to sign with the secret; null means at once. */
  switch_at: Date | null;
}

/** An app's secrets by their state. */
export interface ClassifiedSecrets<S> {
  /** The secret that Souk signs with. */
  signing: S | null;
  /** The secret that Souk will sign with next. The token exchange accepts it already. */
  next: S | null;
  /** The replaced secrets, which are no longer valid. */
  retired: S[];
}

/**
 * Determine the state of each of an app's secrets. The newest secret whose `switch_at` is null or has passed is `signing`, or
 * the oldest secret if there is none. The next newer secret is `next`, and older ones are `retired`.
 *
 * @param secrets the secrets of one app, by ascending id
 */
export function classifySecrets<S extends SecretTimes>(
  secrets: readonly S[],
  now: Date,
): ClassifiedSecrets<S> {
  const isSwitchDue = ({ switch_at }: S) => switch_at === null || switch_at.getTime() <= now.getTime();
  const signingIndex = Math.max(0, secrets.findLastIndex(isSwitchDue));
  return {
    signing: secrets[signingIndex] ?? null,
    next: secrets[signingIndex + 1] ?? null,
    retired: secrets.slice(0, signingIndex),
  };
}
