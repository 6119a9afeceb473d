import { createContext, useContext, useState } from "react";
import { createRandomKey } from "../panel/browser-environment.ts";

/**
 * The idempotency keys of a form, by request body. They are kept when the form closes, because a request without a response may
 * have been executed.
 */
export const IdempotencyKeys = createContext<Map<string, string> | null>(null);

/**
 * Send a request with an idempotency key. A request that is resent after a failure gets the same key, so that it is not executed
 * twice. After a success, the same body gets a new key.
 * @param body the whole body, because the platform accepts a key with one body only
 * @param send called with the `idempotencyKey`
 */
export type SubmitOnce = <A>(body: unknown, send: (key: string) => Promise<A>) => Promise<A>;

/** Return the function that sends the requests of a form. It uses the keys of the IdempotencyProvider around the form, if any. */
export function useIdempotentSubmit(): SubmitOnce {
  const [ownKeys] = useState(() => new Map<string, string>());
  const keys = useContext(IdempotencyKeys) ?? ownKeys;
  return async (body, send) => {
    const text = JSON.stringify(body);
    const key = keys.get(text) ?? createRandomKey();
    keys.set(text, key);
    const response = await send(key);
    keys.delete(text);
    return response;
  };
}
