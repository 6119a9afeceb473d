/**
 * Return the size of a proof: small in `npm run test:slow`, full with `npm run prove -- <name>`, which sets
 * SOUK_PROOF_SIZE.
 */
export function proofSize<T>(sizes: { ci: T; full: T }): T {
  return process.env["SOUK_PROOF_SIZE"] === "full" ? sizes.full : sizes.ci;
}

/** The seed of every run of `npm run test:slow`, so that a CI run can be repeated. */
const fixedSeed = 20_261_122;

/**
 * Return the seed of a run, printed so that a failure can be repeated: always the same in `npm run test:slow`; a new
 * one with `npm run prove -- P1`, or that of `--seed 123`, which is in SOUK_PROOF_SEED then.
 */
export function proofSeed(): number {
  const given = process.env["SOUK_PROOF_SEED"];
  const seed = given === undefined ? fixedSeed : Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`The seed is "${given}"; it takes a whole number.`);
  console.log(`seed ${seed}`);
  return seed;
}

/** Return a generator of numbers from 0 up to, not including, 1, the same for the same seed: mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
