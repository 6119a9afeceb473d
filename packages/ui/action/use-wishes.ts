import { createContext, useContext, useState } from "react";
import { randomKey } from "../panel/browser-world.ts";

/** The keys of what was wished for in a form. They outlive its closing: what had no answer may have been carried out. */
export const WishKeys = createContext<Map<string, string> | null>(null);

/**
 * Sends a wish under one key, also when it is sent again because no answer came: it is carried out once. The same once more,
 * after it was carried out, is another wish.
 * @param wish what is sent, whole: under one key the platform takes no other body
 * @param send given the call's `idempotencyKey`
 */
export type Once = <A>(wish: unknown, send: (key: string) => Promise<A>) => Promise<A>;

/** The wishes of a form or a question, which are those of what opens and closes around it. */
export function useWishes(): Once {
  const [own] = useState(() => new Map<string, string>());
  const keys = useContext(WishKeys) ?? own;
  return async (wish, send) => {
    const text = JSON.stringify(wish);
    const key = keys.get(text) ?? randomKey();
    keys.set(text, key);
    const answer = await send(key);
    keys.delete(text);
    return answer;
  };
}
