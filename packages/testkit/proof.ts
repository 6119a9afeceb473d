/**
 * Return one of two values for a proof, which is a long randomized test (docs/spec/proofs.md): `inTests` in `npm run test:slow`, and
 * `inProof` in `npm run prove -- <name>`, which sets SOUK_PROOF_SIZE. A value can be a number of steps, or a limit that depends
 * on the machine.
 */
export function chooseForRun<T>(values: { inTests: T; inProof: T }): T {
  return process.env["SOUK_PROOF_SIZE"] === "full" ? values.inProof : values.inTests;
}

/** The seed of every run of `npm run test:slow`, so that a CI run can be repeated. */
const fixedSeed = 20_261_122;

/**
 * Return the seed of a proof's random numbers, and print it so that a failure can be repeated. `npm run test:slow`
 * always uses the same seed. `npm run prove -- P1` sets SOUK_PROOF_SEED to a new seed, or to the seed of its option `--seed 123`.
 */
export function getProofSeed(): number {
  const text = process.env["SOUK_PROOF_SEED"];
  const seed = text === undefined ? fixedSeed : Number(text);
  if (!Number.isSafeInteger(seed)) throw new Error(`The seed is "${text}". It must be a whole number.`);
  console.log(`seed ${seed}`);
  return seed;
}

/** Create a random number generator like `Math.random` that returns the same numbers for the same seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
