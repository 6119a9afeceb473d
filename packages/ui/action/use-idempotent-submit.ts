import { createContext, useContext, useState } from "react";
import { randomKey } from "../panel/browser-environment.ts";

/**
 * The idempotency keys of a form. They outlive its closing: an unanswered request may have been carried out.
 */
export const IdempotencyKeys = createContext<Map<string, string> | null>(null);

/**
 * Send an intent under one idempotency key, also when it is resent after a missing response: it is carried out once. The
 * same body once more, after it was carried out, is another intent.
 * @param intent what is sent, whole: under one key the platform takes no other body
 * @param send given the call's `idempotencyKey`
 */
export type SubmitOnce = <A>(intent: unknown, send: (key: string) => Promise<A>) => Promise<A>;

/** Return the intents of a form or a dialog, shared with the component that opens and closes around it. */
export function useIdempotentSubmit(): SubmitOnce {
  const [own] = useState(() => new Map<string, string>());
  const keys = useContext(IdempotencyKeys) ?? own;
  return async (intent, send) => {
    const text = JSON.stringify(intent);
    const key = keys.get(text) ?? randomKey();
    keys.set(text, key);
    const answer = await send(key);
    keys.delete(text);
    return answer;
  };
}
