import { useCallback, useState } from "react";

/** Keep the ids of the orders selected in the list, across its pages. */
export function useChosenOrders() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const choose = useCallback((orders: readonly { id: number }[], isChosen: boolean) => {
    setChosen((before) => {
      const next = new Set(before);
      for (const { id } of orders) {
        if (isChosen) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }, []);
  const clear = useCallback(() => setChosen(new Set()), []);
  // The same orders are the same intent, in whatever order they were selected.
  const ids = [...chosen].sort((a, b) => a - b);
  return { ids, has: (id: number) => chosen.has(id), choose, clear };
}
