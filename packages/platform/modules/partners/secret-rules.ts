/** How long the old secret still signs after a rotation, unless the partner switches sooner (gaps.md, "Installation"). */
export const switchAfterMs = 24 * 3_600_000;

/** When a secret begins to sign: null at once, else from then on. */
export interface SecretTimes {
  id: number;
  switch_at: Date | null;
}

export interface JudgedSecrets<S> {
  /** What Souk signs with now. */
  signing: S | null;
  /** Accepted at the token exchange already, signs later. */
  next: S | null;
  /** Replaced: neither accepted nor signing. */
  gone: S[];
}

/**
 * Says what each of an app's secrets is good for at a moment: the youngest whose time has come signs, a younger one
 * waits, older ones are gone.
 *
 * @param secrets of one app, by ascending id
 */
export function judgeSecrets<S extends SecretTimes>(secrets: readonly S[], now: Date): JudgedSecrets<S> {
  const begun = ({ switch_at }: S) => switch_at === null || switch_at.getTime() <= now.getTime();
  const at = Math.max(0, secrets.findLastIndex(begun));
  return { signing: secrets[at] ?? null, next: secrets[at + 1] ?? null, gone: secrets.slice(0, at) };
}
