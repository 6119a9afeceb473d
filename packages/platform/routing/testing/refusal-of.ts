import assert from "node:assert/strict";
import { Refusal } from "@souk/contract";

/** The refusal that a call ends with. */
export async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => assert.fail("nothing was refused"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Refusal, String(error));
  return error;
}

/** The fields that a call is refused over with 422. */
export async function fieldsOf(work: Promise<unknown>): Promise<string[]> {
  return refusedWith("invalid", work);
}

/** What a call is refused with, as one text: its code and the fields that it names. */
export async function refusalText(work: Promise<unknown>): Promise<string> {
  const { code, details } = await refusalOf(work);
  return [code, ...(details.fields ?? []).map(({ path }) => path)].join(" ");
}

/** The fields that a call is refused over with a code. */
export async function refusedWith(code: string, work: Promise<unknown>): Promise<string[]> {
  const refusal = await refusalOf(work);
  assert.equal(refusal.code, code);
  return (refusal.details.fields ?? []).map(({ path }) => path);
}
