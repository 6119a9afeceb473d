import { createContext, useContext, useState } from "react";
import { randomKey } from "../panel/browser-world.ts";

/** The keys of what was wished for in a form. They outlive its closing: what had no answer may have been carried out. */
export const WishKeys = createContext<Map<string, string> | null>(null);

export interface Wishes {
  /** One key for one wish, also when it is sent again because no answer came: it is carried out once. */
  keyOf: (wish: unknown) => string;
  /** It was carried out: the same once more is another wish. */
  fulfilled: (wish: unknown) => void;
}

/** The wishes of a form or a question, which are those of what opens and closes around it. */
export function useWishes(): Wishes {
  const [own] = useState(() => new Map<string, string>());
  const keys = useContext(WishKeys) ?? own;
  return {
    keyOf: (wish) => {
      const text = JSON.stringify(wish);
      const key = keys.get(text) ?? randomKey();
      keys.set(text, key);
      return key;
    },
    fulfilled: (wish) => void keys.delete(JSON.stringify(wish)),
  };
}
