import { useRef } from "react";
import { randomKey } from "../panel/browser-world.ts";

/** One key for one wish, also when it is sent again because no answer came: it is carried out once. */
export function useKeyOf(): (wish: unknown) => string {
  const last = useRef({ text: "", key: "" });
  return (wish) => {
    const text = JSON.stringify(wish);
    if (text !== last.current.text) last.current = { text, key: randomKey() };
    return last.current.key;
  };
}
