import assert from "node:assert/strict";
import { ApiError } from "@souk/contract";

/** Return the ApiError that a call throws. */
export async function catchApiError(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => assert.fail("the call was not rejected"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

/** Return the paths of the invalid fields of a call that is rejected with the code `invalid`. */
export async function catchInvalidFields(work: Promise<unknown>): Promise<string[]> {
  return catchErrorFields("invalid", work);
}

/** Return the error of a rejected call as one text: its code and the paths of its fields. */
export async function catchErrorText(work: Promise<unknown>): Promise<string> {
  const { code, details } = await catchApiError(work);
  return [code, ...(details.fields ?? []).map(({ path }) => path)].join(" ");
}

/** Return the paths of the fields in the error of a call that is rejected with this code. */
export async function catchErrorFields(code: string, work: Promise<unknown>): Promise<string[]> {
  const apiError = await catchApiError(work);
  assert.equal(apiError.code, code);
  return (apiError.details.fields ?? []).map(({ path }) => path);
}
